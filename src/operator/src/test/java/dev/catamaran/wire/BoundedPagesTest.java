package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server of this test answers with as many objects as the request has as limit. */
class BoundedPagesTest {
  private static final int MOST = 100_000;

  private final List<String> asked = new ArrayList<>();
  private final OkHttpClient client =
      new OkHttpClient.Builder().addInterceptor(new BoundedPages(MOST)).build();
  private final HttpServer server =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  private String item = "";

  BoundedPagesTest() throws IOException {
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            var query = exchange.getRequestURI().getQuery();
            asked.add(query);
            int limit = Integer.parseInt(query.replaceAll(".*limit=(\\d+).*", "$1"));
            var body = item.repeat(limit).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(query.contains("gone") ? 410 : 200, body.length);
            exchange.getResponseBody().write(body);
          } catch (IOException e) {
            // The client does not want the rest.
          }
        });
  }

  @BeforeEach
  void start() {
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private int lengthOf(String query, String each) throws IOException {
    item = each;
    var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/list?" + query;
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
