package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.informer.Pages;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads objects of tools with the rights of a person. */
record ToolObjects(KubernetesClient client) {

  /**
   * Returns the objects of a kind, sorted by namespace and name.
   *
   * @param namespace empty for all namespaces
   * @param missing what it means if the cluster does not serve the kind
   * @throws ManagerException if it does not
   */
  List<JsonNode> all(String api, String kind, String namespace, String missing) {
    var served = client.getApiResources(api);
    if (served == null
        || served.getResources().stream().noneMatch(each -> each.getKind().equals(kind))) {
      throw new ManagerException(
          "the cluster does not serve %s of %s: %s".formatted(kind, api, missing));
    }
    var all = client.genericKubernetesResources(api, kind);
    var within = namespace.isEmpty() ? all.inAnyNamespace() : all.inNamespace(namespace);
    return Pages.all(within::list).stream()
        .map(this::tree)
        .sorted(Comparator.comparing(ToolObjects::title))
        .toList();
  }

  /** Returns namespace and name. */
  static String title(JsonNode object) {
    return object.at("/metadata/namespace").asText() + "/" + object.at("/metadata/name").asText();
  }

  /**
   * Returns the fields that no import follows.
   *
   * @param path of the object, with a point at its end
   * @param followed fields that are imported, or have no effect on a release, with blanks between
   */
  static Stream<String> others(String path, JsonNode object, String followed) {
    var known = List.of(followed.split(" "));
    return object
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(field -> !known.contains(field))
        .map(path::concat);
  }

  /** Returns the sentence about such fields, if there are any. */
  static Stream<String> notImported(Stream<String> fields, String page) {
    var names = fields.distinct().collect(Collectors.joining(", "));
    return names.isEmpty()
        ? Stream.empty()
        : Stream.of(
            "not imported: %s; docs/migrate/%s.md has the counterparts".formatted(names, page));
  }

  private JsonNode tree(Object object) {
    return client.getKubernetesSerialization().convertValue(object, JsonNode.class);
  }
}
