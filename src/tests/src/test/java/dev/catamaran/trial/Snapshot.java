package dev.catamaran.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ManifestObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;

/**
 * The content of an object without the fields that change by themselves or after a new creation.
 */
final class Snapshot {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> OF_METADATA =
      List.of("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields");

  /** The fields that the API server, the scheduler and controllers set for each new object. */
  private static final List<String> OF_SPEC =
      List.of("clusterIP", "clusterIPs", "volumeName", "uid");

  private static final List<String> BY_CONTROLLERS =
      List.of(
          "deployment.kubernetes.io/",
          "deprecated.daemonset.",
          "pv.kubernetes.io/",
          "controller-uid");

  private Snapshot() {}

  /** An autoscaler may set the replicas if the manifest does not. */
  static JsonNode of(GenericKubernetesResource live, ManifestObject desired) {
    var content = (ObjectNode) JSON.valueToTree(live);
    content.remove("status");
    content.withObjectProperty("metadata").remove(OF_METADATA);
    if (content.path("spec") instanceof ObjectNode spec) {
      spec.remove(OF_SPEC);
      if (!desired.content().path("spec").has("replicas")) {
        spec.remove("replicas");
      }
      spec.path("ports").forEach(port -> ((ObjectNode) port).remove("nodePort"));
    }
    removeWhatControllersWrite(content);
    return content;
  }

  private static void removeWhatControllersWrite(JsonNode node) {
    if (node instanceof ObjectNode object) {
      var keys = new java.util.ArrayList<String>();
      object.fieldNames().forEachRemaining(keys::add);
      keys.removeIf(key -> BY_CONTROLLERS.stream().noneMatch(key::contains));
      object.remove(keys);
    }
    node.forEach(Snapshot::removeWhatControllersWrite);
  }
}
