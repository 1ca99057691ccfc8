package dev.catamaran.server;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers requests with a short text. */
public final class Answers {
  private Answers() {}

  /** Sends plain text and ends the exchange. */
  static void text(HttpExchange exchange, int code, String text) throws IOException {
    send(exchange, code, "text/plain", text);
  }

  static void send(HttpExchange exchange, int code, String type, String text) throws IOException {
    try (exchange) {
      var body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
