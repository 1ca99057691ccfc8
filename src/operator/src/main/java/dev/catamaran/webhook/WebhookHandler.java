package dev.catamaran.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the API server's requests at {@link WebhookPaths}. Reports failures as a sentence, which
 * the API server passes to the user, and never as a stack trace.
 */
public final class WebhookHandler implements HttpHandler {
  private static final Logger log = LoggerFactory.getLogger(WebhookHandler.class);

  /** Request limit: an object has at most 3 MiB, and an update also contains the previous state. */
  private static final int LARGEST_ADMISSION = 8 << 20;

  /**
   * Bytes for all requests together: a parsed body takes several times as much memory as its text.
   * One request converts all objects of a list, and may use all of them.
   */
  private static final int LARGEST =
      Math.clamp(Runtime.getRuntime().maxMemory() / 16, 16 << 20, 64 << 20);

  private static final int CHUNK = 64 << 10;

  private static final JsonMapper JSON =
      JsonMapper.builder(Limits.factory())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /** The API server's maximum wait. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Duration longest;
  private final Semaphore room = new Semaphore(LARGEST);

  private volatile Map<String, Endpoint> endpoints = Map.of();

  public WebhookHandler() {
    this(LONGEST);
  }

  WebhookHandler(Duration longest) {
    this.longest = longest;
  }

  public void serve(Collection<KindWebhooks> kinds) {
    var now = new HashMap<String, Endpoint>();
    kinds.forEach(kind -> now.putAll(kind.endpoints()));
    var conversions =
        kinds.stream()
            .map(KindWebhooks::conversions)
            .filter(kind -> !kind.spokes().isEmpty())
            .toList();
    if (!conversions.isEmpty()) {
      now.put(WebhookPaths.CONVERT, new ConversionEndpoint(conversions));
    }
    endpoints = Map.copyOf(now);
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var answer = Reply.inTime(longest, () -> reply(exchange));
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      var body = answer.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(answer.code(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Reply reply(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    var endpoint = endpoints.get(path);
    if (endpoint == null) {
      return Reply.text(
          404,
          "no webhook is served at %s, but at %s"
              .formatted(path, new TreeSet<>(endpoints.keySet())));
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      return Reply.text(405, "a review is sent by POST");
    }
    return reply(path, endpoint, exchange.getRequestBody());
  }

  /** Counts bytes as they arrive: a client that announces many and sends few uses few. */
  private Reply reply(String path, Endpoint endpoint, InputStream sent) throws IOException {
    int most = path.equals(WebhookPaths.CONVERT) ? LARGEST : LARGEST_ADMISSION;
    var body = new ByteArrayOutputStream();
    try {
      var chunk = new byte[CHUNK];
      for (int length = sent.read(chunk); length >= 0; length = sent.read(chunk)) {
        if (body.size() + length > most) {
          return Reply.text(413, "a review may have %d MiB at most".formatted(most >> 20));
        }
        if (!room.tryAcquire(length)) {
          return Reply.text(503, "the operator has too many reviews at once; send it again");
        }
        body.write(chunk, 0, length);
      }
      return reply(path, endpoint, body.toByteArray());
    } finally {
      room.release(body.size());
    }
  }

  private Reply reply(String path, Endpoint endpoint, byte[] body) throws IOException {
    try {
      var review = endpoint.answer(parse(body));
      return new Reply(200, "application/json", JSON.writeValueAsString(review));
    } catch (BadRequestException e) {
      return Reply.text(400, e.sentence());
    } catch (RuntimeException | Error e) {
      log.error("The webhook {} failed", path, e);
      return Reply.text(
          500,
          "the operator's webhook failed with %s; the operator's log has more"
              .formatted(e.getClass().getSimpleName()));
    }
  }

  static JsonNode parse(byte[] body) throws BadRequestException {
    try {
      return JSON.readTree(body);
    } catch (IOException | NumberFormatException e) {
      // Also bytes that are no text, and a number with an exponent beyond those of Java.
      throw new BadRequestException("the body is no JSON");
    }
  }

  /** An HTTP response. */
  private record Reply(int code, String type, String body) {
    static Reply text(int code, String sentence) {
      return new Reply(code, "text/plain; charset=utf-8", sentence);
    }

    /**
     * Returns the reply of {@code work}, or after {@code longest} a timeout reply; interrupts the
     * work in that case.
     *
     * @throws IOException if the request cannot be read
     */
    static Reply inTime(Duration longest, Callable<Reply> work) throws IOException {
      var task = new FutureTask<>(work);
      Thread.ofVirtual().name("webhook").start(task);
      try {
        return task.get(longest.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        task.cancel(/* mayInterruptIfRunning= */ true);
        return text(
            504, "the operator's webhook took more than %d s".formatted(longest.toSeconds()));
      } catch (InterruptedException e) {
        task.cancel(/* mayInterruptIfRunning= */ true);
        Thread.currentThread().interrupt();
        return text(503, "the operator stops");
      } catch (ExecutionException e) {
        throw new IOException(e.getCause());
      }
    }
  }

  /** Answers the reviews for one path. */
  @FunctionalInterface
  interface Endpoint {
    /**
     * Returns the review with its response.
     *
     * @throws BadRequestException if the review is invalid
     */
    KubernetesResource answer(JsonNode review) throws BadRequestException;
  }
}
