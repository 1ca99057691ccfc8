package dev.catamaran.webhook;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.Kettle;
import dev.catamaran.fixture.KettleAdmission;
import dev.catamaran.fixture.KettleConverter;
import dev.catamaran.fixture.TestServer;
import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhookHandlerTest {
  private static final String VALIDATE = WebhookPaths.validate(Reviews.KETTLE);

  private final WebhookHandler handler = new WebhookHandler(Duration.ofSeconds(2));
  private final TestServer server;

  WebhookHandlerTest() throws IOException {
    server = new TestServer().on("/", handler::handle);
    handler.serve(List.of(Reviews.of(new KettleAdmission(), new KettleConverter())));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void answersAReview() throws Exception {
    var answer = post(VALIDATE + "?timeout=10s", review(1));
    assertEquals(200, answer.statusCode());
    assertEquals("application/json", answer.headers().firstValue("Content-Type").orElse(""));
    assertTrue(answer.body().contains("\"kind\":\"AdmissionReview\""), answer::body);
    assertTrue(answer.body().contains("\"allowed\":true"), answer::body);
  }

  @Test
  void namesTheServedPaths() throws Exception {
    var answer = post("/validate", review(1));
    assertEquals(404, answer.statusCode());
    assertEquals(
        "no webhook is served at /validate, but at [/convert, %s, %s]"
            .formatted(WebhookPaths.mutate(Reviews.KETTLE), VALIDATE),
        answer.body());

    handler.serve(List.of());
    assertEquals(404, post(VALIDATE, review(1)).statusCode());
  }

  @Test
  void refusesABodyThatIsNoReview() throws Exception {
    assertEquals(400, post(VALIDATE, "{").statusCode());
    assertEquals("the body is no JSON", post(VALIDATE, "{").body());
    assertEquals("the body is no JSON", post(VALIDATE, "\0\0\0{ no text in UTF-32").body());
    assertEquals("the body is no JSON", post(VALIDATE, "[1e" + "4".repeat(40) + "]").body());
    assertEquals(400, post(VALIDATE, "{}").statusCode());
    assertEquals(405, send(request(VALIDATE).GET()).statusCode());
  }

  @Test
  void refusesABodyOverTheLimit() throws Exception {
    var answer = post(VALIDATE, " ".repeat((8 << 20) + 1));
    assertEquals(413, answer.statusCode());
    assertEquals("a review may have 8 MiB at most", answer.body());
  }

  /** More bytes than there is room for, one after another. */
  @Test
  void givesTheRoomOfARequestBack() throws Exception {
    for (int i = 0; i < 9; i++) {
      assertEquals(413, post(VALIDATE, " ".repeat((8 << 20) + 1)).statusCode());
    }
    assertEquals(200, post(VALIDATE, review(1)).statusCode());
  }

  @Test
  void reportsADefectWithoutItsMessage() throws Exception {
    var answer = post(VALIDATE, review(13));
    assertEquals(500, answer.statusCode());
    assertEquals(
        "the operator's webhook failed with IllegalStateException; the operator's log has more",
        answer.body());
    assertFalse(answer.body().contains("secret"), answer::body);
  }

  @Test
  void interruptsAWebhookOverItsTimeAndAnswersTheOthers() throws Exception {
    var slow = new Slow();
    handler.serve(List.of(Reviews.of(slow)));
    var over = CompletableFuture.supplyAsync(() -> assertDoesNotThrow(() -> post(review(1))));
    assertTrue(slow.begun.await(1, TimeUnit.MINUTES));

    assertEquals(200, post(review(0)).statusCode());
    assertFalse(over.isDone());
    assertEquals(504, over.get(1, TimeUnit.MINUTES).statusCode());
    assertEquals("the operator's webhook took more than 2 s", over.get().body());
    assertTrue(slow.interrupted.await(1, TimeUnit.MINUTES));
  }

  /** Takes for ever for a kettle that is not empty. */
  private static final class Slow implements Validator<Kettle> {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public Verdict validateCreate(Kettle created, AdmissionContext context) {
      if (created.getSpec().milliliters() > 0) {
        begun.countDown();
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          interrupted.countDown();
        }
      }
      return Verdict.allow();
    }
  }

  private HttpResponse<String> post(String review) throws IOException, InterruptedException {
    return post(VALIDATE, review);
  }

  private static String review(int milliliters) {
    var kettle = Reviews.kettle("v2", "{milliliters: %d}".formatted(milliliters));
    return Reviews.admission("CREATE", Map.of("object", kettle)).toString();
  }

  private HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return send(request(path).POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.address() + path));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }
}
