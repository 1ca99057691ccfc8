package dev.catamaran.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.catamaran.webhook.BodyBudget.NoRoomException;
import dev.catamaran.webhook.BodyBudget.TooLargeException;
import dev.catamaran.wire.Limits;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
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

  private static final JsonMapper JSON =
      JsonMapper.builder(Limits.factory())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /** The API server's maximum wait. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Duration longest;

  /** Shared budget. One request converts all objects of a list, and may use the whole budget. */
  private final BodyBudget budget = BodyBudget.ofThisProcess();

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
    int most = path.equals(WebhookPaths.CONVERT) ? budget.size() : LARGEST_ADMISSION;
    try (var share = budget.new Share()) {
      return reply(path, endpoint, share.read(exchange.getRequestBody(), most));
    } catch (TooLargeException e) {
      return Reply.text(413, "a review may have %d MiB at most".formatted(e.most() >> 20));
    } catch (NoRoomException e) {
      return Reply.text(503, "the operator has too many reviews at once; send it again");
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
}
