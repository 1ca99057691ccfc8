package dev.catamaran.testcluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A span that the receiver got.
 *
 * @param trace ID of the trace
 * @param id of the span
 * @param parent ID of the parent span; empty for the root span of a trace
 * @param name of the operation
 * @param start in nanoseconds since 1970
 * @param end in nanoseconds since 1970
 * @param failed whether the status is an error
 * @param attributes as text
 * @param events names of the events, in order
 */
public record ReceivedSpan(
    String trace,
    String id,
    String parent,
    String name,
    long start,
    long end,
    boolean failed,
    Map<String, String> attributes,
    List<String> events) {
  private static final int ERROR = 2;

  /** Reads a span of OTLP's JSON form. */
  static ReceivedSpan of(JsonNode span) {
    var events = new ArrayList<String>();
    span.path("events").forEach(event -> events.add(event.get("name").asText()));
    return new ReceivedSpan(
        span.get("traceId").asText(),
        span.get("spanId").asText(),
        span.path("parentSpanId").asText(),
        span.get("name").asText(),
        span.get("startTimeUnixNano").asLong(),
        span.get("endTimeUnixNano").asLong(),
        span.path("status").path("code").asInt() == ERROR,
        attributes(span),
        events);
  }

  /** The attributes of a span or a resource. */
  static Map<String, String> attributes(JsonNode holder) {
    var found = new TreeMap<String, String>();
    for (var attribute : holder.path("attributes")) {
      found.put(attribute.get("key").asText(), text(attribute.get("value")));
    }
    return found;
  }

  /** OTLP puts each value below the name of its type, and a list below another name. */
  private static String text(JsonNode typed) {
    var value = typed.iterator().next();
    if (value.isValueNode()) {
      return value.asText();
    }
    var texts = new ArrayList<String>();
    value.path("values").forEach(one -> texts.add(text(one)));
    return String.join(", ", texts);
  }
}
