package dev.catamaran.ui;

import java.util.HashMap;
import java.util.Map;

/**
 * An answer to a browser.
 *
 * @param code the HTTP status
 * @param type the media type of the body, in UTF-8
 * @param headers further ones
 */
record Answer(int code, String type, String body, Map<String, String> headers) {
  /**
   * For every answer: the browser loads nothing from elsewhere, runs no script, sends no form and
   * no address elsewhere, shows the pages in no frame, and keeps no copy.
   */
  static final Map<String, String> ALWAYS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri"
              + " 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "same-origin",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  static Answer html(int code, String body) {
    return new Answer(code, "text/html", body, Map.of());
  }

  static Answer text(int code, String body) {
    return new Answer(code, "text/plain", body + "\n", Map.of());
  }

  Answer with(String header, String value) {
    var all = new HashMap<>(headers);
    all.put(header, value);
    return new Answer(code, type, body, all);
  }
}
