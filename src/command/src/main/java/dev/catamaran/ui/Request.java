package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A request of a browser.
 *
 * @param path its segments, decoded; none for the first page
 * @param query its parameters, decoded; of a repeated one the last
 * @param host the header Host: the server that the sender means; empty for none
 * @param cookies the header Cookie; empty for none
 */
record Request(
    String method, List<String> path, Map<String, String> query, String host, String cookies) {

  /**
   * Reads a request.
   *
   * @param query as sent; empty for none
   * @throws IllegalArgumentException if an escape is not valid
   */
  static Request of(String method, String path, String query, String host, String cookies) {
    var segments =
        Stream.of(path.split("/"))
            .filter(segment -> !segment.isEmpty())
            .map(segment -> decoded(segment.replace("+", "%2B")))
            .toList();
    var fields = new HashMap<String, String>();
    for (var field : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      var parts = field.split("=", 2);
      fields.put(decoded(parts[0]), parts.length < 2 ? "" : decoded(parts[1]));
    }
    return new Request(method, segments, fields, host, cookies);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }

  String parameter(String name) {
    return query.getOrDefault(name, "");
  }

  OptionalInt number(String name) {
    var text = parameter(name);
    return text.matches("[0-9]{1,9}")
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }

  String address() {
    return path.stream().map(Request::encoded).collect(joining("/", "/", ""));
  }

  /** Returns a question mark and the parameters that have a value; empty for none. */
  static String query(Map<String, String> parameters) {
    var text =
        parameters.entrySet().stream()
            .filter(each -> !each.getValue().isEmpty())
            .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
            .collect(joining("&"));
    return text.isEmpty() ? "" : "?" + text;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

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
