package dev.catamaran.loopback;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.recorder.Discovery.ApiResource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an API server answers about its resources.
 *
 * @param discovery the resources
 */
record ServedLists(ServedKinds discovery) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  String version() {
    return JSON.createObjectNode().put("gitVersion", Discovery.VERSION).toString();
  }

  /** Returns the aggregated discovery of the core group, or of all others. */
  String list(boolean core) {
    var list = JSON.createObjectNode();
    list.put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
    list.putObject("metadata");
    var items = list.putArray("items");
    discovery.all().stream()
        .filter(resource -> resource.group().isEmpty() == core)
        .collect(groupingBy(ApiResource::group, LinkedHashMap::new, toList()))
        .forEach((group, members) -> describe(group, members, items.addObject()));
    return list.toString();
  }

  /**
   * Returns the resources of one API version, as the templates' lookups request them.
   *
   * @return empty if nothing is served
   */
  Optional<String> list(String apiVersion) {
    var list = JSON.createObjectNode();
    list.put("kind", "APIResourceList").put("apiVersion", "v1").put("groupVersion", apiVersion);
    var entries = list.putArray("resources");
    discovery.all().stream()
        .filter(resource -> resource.apiVersion().equals(apiVersion))
        .forEach(
            resource -> {
              var entry = entries.addObject().put("name", resource.plural());
              entry.put("kind", resource.kind()).put("namespaced", resource.namespaced());
              entry.put("singularName", resource.kind().toLowerCase(Locale.ROOT));
              VERBS.forEach(entry.putArray("verbs")::add);
            });
    return entries.isEmpty() ? Optional.empty() : Optional.of(list.toString());
  }

  private static void describe(String group, List<ApiResource> members, ObjectNode into) {
    into.putObject("metadata").put("name", group);
    var versions = into.putArray("versions");
    members.stream()
        .collect(groupingBy(ApiResource::version, LinkedHashMap::new, toList()))
        .forEach(
            (version, served) -> {
              var entry = versions.addObject().put("version", version).put("freshness", "Current");
              var resources = entry.putArray("resources");
              served.forEach(resource -> describe(resource, resources));
            });
  }

  private static void describe(ApiResource resource, ArrayNode into) {
    var entry = into.addObject();
    entry.put("resource", resource.plural());
    entry.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
    entry.put("singularResource", resource.kind().toLowerCase(Locale.ROOT));
    entry
        .putObject("responseKind")
        .put("group", resource.group())
        .put("version", resource.version())
        .put("kind", resource.kind());
    VERBS.forEach(entry.putArray("verbs")::add);
  }
}
