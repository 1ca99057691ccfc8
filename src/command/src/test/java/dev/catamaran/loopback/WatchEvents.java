package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.recorder.Discovery.ApiResource;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of a watch: all objects reach their final status at once.
 *
 * @param resource the watched resource
 * @param version version of the newest object
 */
public record WatchEvents(ApiResource resource, String version) {
  private static final String INITIAL = "k8s.io/initial-events-end";

  /**
   * Returns the events.
   *
   * @param isStreamed whether the client wants the present objects first, without a list
   */
  public List<JsonNode> of(List<ObjectNode> objects, boolean isStreamed) {
    var events = new ArrayList<JsonNode>();
    if (isStreamed) {
      objects.forEach(object -> events.add(event("ADDED", begun(object))));
      events.add(event("BOOKMARK", bookmark()));
    }
    objects.forEach(object -> events.add(event("MODIFIED", object)));
    return events;
  }

  private static ObjectNode begun(ObjectNode object) {
    var begun = object.deepCopy();
    begun.remove("status");
    return begun;
  }

  private ObjectNode bookmark() {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("kind", resource.kind()).put("apiVersion", resource.apiVersion());
    object
        .putObject("metadata")
        .put("resourceVersion", version)
        .putObject("annotations")
        .put(INITIAL, "true");
    return object;
  }

  private static JsonNode event(String type, ObjectNode object) {
    return JsonNodeFactory.instance.objectNode().put("type", type).set("object", object);
  }
}
