package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server of this test answers with as many objects as the request has as limit. */
class BoundedPagesTest {
  private static final int MOST = 100_000;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final OkHttpClient client =
      new OkHttpClient.Builder().addInterceptor(new BoundedPages(MOST)).build();
  private final TestServer server;
  private String item = "";

  BoundedPagesTest() throws IOException {
    server =
        new TestServer()
            .on(
                "/",
                exchange -> {
                  var query = exchange.getRequestURI().getQuery();
                  asked.add(query);
                  int limit = Integer.parseInt(query.replaceAll(".*limit=(\\d+).*", "$1"));
                  TestServer.send(exchange, query.contains("gone") ? 410 : 200, item.repeat(limit));
                });
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int lengthOf(String query, String each) throws IOException {
    item = each;
    var url = server.address() + "/list?" + query;
    try (var response = client.newCall(new Request.Builder().url(url).build()).execute()) {
      return response.body().bytes().length;
    }
  }

  @Test
  void takesAPageThatFits() throws IOException {
    assertEquals(500 * 100, lengthOf("continue=x&limit=500", "x".repeat(100)));
    assertEquals(List.of("continue=x&limit=500"), asked);
  }

  @Test
  void asksForFewerObjectsUntilTheyFit() throws IOException {
    assertEquals(7 * 10_000, lengthOf("continue=x&limit=500", "x".repeat(10_000)));
    assertEquals(
        List.of("continue=x&limit=500", "continue=x&limit=62", "continue=x&limit=7"), asked);
  }

  @Test
  void countsValuesAndNotOnlyTheirText() throws IOException {
    assertEquals(900, lengthOf("limit=500", "{},".repeat(300)));
    assertEquals(List.of("limit=500", "limit=62", "limit=7", "limit=1"), asked);
  }

  @Test
  void takesASingleObjectOfAnySize() throws IOException {
    assertEquals(MOST + 1, lengthOf("limit=500", "x".repeat(MOST + 1)));
    assertEquals(List.of("limit=500", "limit=62", "limit=7", "limit=1"), asked);
  }

  @Test
  void leavesAloneWhatIsNoPage() throws IOException {
    assertEquals(500 * 1_000, lengthOf("watch=true&limit=500", "x".repeat(1_000)));
    assertEquals(500 * 1_000, lengthOf("gone=true&limit=500", "x".repeat(1_000)));
    assertEquals(List.of("watch=true&limit=500", "gone=true&limit=500"), asked);
  }
}
