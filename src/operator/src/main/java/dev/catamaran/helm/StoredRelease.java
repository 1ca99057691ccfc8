package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.Revision;
import java.util.ArrayList;
import java.util.List;

/**
 * A whole revision as its Secret holds it (Helm, pkg/release/release.go). Far bigger than a {@link
 * Revision}: read on demand and not kept.
 *
 * @param payload never changed
 */
public record StoredRelease(JsonNode payload) {

  /**
   * One object of a hook.
   *
   * @param template path of its template, which begins with the name of the chart
   * @param manifest its YAML
   * @param events the events at which Helm creates it, such as {@code pre-upgrade}
   */
  public record Hook(String template, String manifest, List<String> events) {}

  /** Returns the content of Chart.yaml; the caller may change it. */
  ObjectNode metadata() {
    return object(payload.path("chart").path("metadata"));
  }

  ObjectNode chartValues() {
    return object(payload.path("chart").path("values"));
  }

  /** Returns the user's values. */
  ObjectNode config() {
    return object(payload.path("config"));
  }

  /** Returns the rendered objects: YAML documents, each behind a comment with its template. */
  public String manifest() {
    return payload.path("manifest").asText("");
  }

  /** Returns the rendered NOTES.txt; empty if the chart has none. */
  public String notes() {
    return payload.path("info").path("notes").asText("");
  }

  /** Returns the hooks of all events, also those of tests. */
  public List<Hook> hooks() {
    var hooks = new ArrayList<Hook>();
    for (var hook : payload.path("hooks")) {
      var events = new ArrayList<String>();
      hook.path("events").forEach(event -> events.add(event.asText()));
      hooks.add(new Hook(hook.path("path").asText(""), hook.path("manifest").asText(""), events));
    }
    return hooks;
  }

  private static ObjectNode object(JsonNode node) {
    return node instanceof ObjectNode object
        ? object.deepCopy()
        : JsonNodeFactory.instance.objectNode();
  }
}
