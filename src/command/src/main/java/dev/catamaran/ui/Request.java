package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A request of a browser.
 *
 * @param path its segments, decoded; none for the first page
 * @param query its parameters, decoded; of a repeated one the last
 * @param host the header Host; empty for none
 * @param cookies the header Cookie; empty for none
 */
record Request(
    String method, List<String> path, Map<String, String> query, String host, String cookies) {

  Request {
    path = List.copyOf(path);
    query = Map.copyOf(query);
  }

  /**
   * Reads a request.
   *
   * @param path as sent
   * @param query as sent; empty for none
   * @throws IllegalArgumentException if an escape in path or query is not valid
   */
  static Request of(String method, String path, String query, String host, String cookies) {
    var segments =
        Stream.of(path.split("/"))
            .filter(segment -> !segment.isEmpty())
            .map(segment -> decoded(segment.replace("+", "%2B")))
            .toList();
    var parameters = new HashMap<String, String>();
    for (var parameter : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      var parts = parameter.split("=", 2);
      parameters.put(decoded(parts[0]), parts.length < 2 ? "" : decoded(parts[1]));
    }
    return new Request(method, segments, parameters, host, cookies);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }

  /** Returns a parameter; empty if it is missing. */
  String parameter(String name) {
    return query.getOrDefault(name, "");
  }

  /** Returns the value of a cookie; empty if it is missing. */
  String cookie(String name) {
    return Stream.of(cookies.split(";"))
        .map(String::strip)
        .filter(cookie -> cookie.startsWith(name + "="))
        .map(cookie -> cookie.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }

  /** Omits what admits a browser. */
  @Override
  public String toString() {
    return method + " /" + String.join("/", path);
  }
}
