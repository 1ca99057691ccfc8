package dev.catamaran.recorder;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.Pluralize;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The resources that an API server serves: those of a Kubernetes version, from the files that
 * {@code hack/discovery-snapshot} writes, and added ones. Safe for many threads.
 */
public final class Discovery {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  private final String version;
  private final List<ApiResource> resources;

  private Discovery(String version, List<ApiResource> resources) {
    this.version = version;
    this.resources = new CopyOnWriteArrayList<>(resources);
  }

  /** Returns what a new cluster serves. */
  public static Discovery snapshot() {
    try (var in = file("resources.jsonl");
        var lines = JSON.readerFor(JsonNode.class).<JsonNode>readValues(in);
        var version = file("version.json")) {
      var resources = new java.util.ArrayList<ApiResource>();
      lines.forEachRemaining(line -> read(line, resources));
      return new Discovery(JSON.readTree(version).toString(), resources);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream file(String name) {
    return Objects.requireNonNull(Discovery.class.getResourceAsStream(name), name);
  }

  private static void read(JsonNode groupVersion, List<ApiResource> into) {
    for (var resource : groupVersion.path("resources")) {
      into.add(
          new ApiResource(
              groupVersion.path("group").asText(),
              groupVersion.path("version").asText(),
              resource.path("resource").asText(),
              resource.path("kind").asText(),
              resource.path("scope").asText().equals("Namespaced")));
    }
  }

  /** Returns the resource of a kind; empty if the kind is not served. */
  public Optional<ApiResource> find(String apiVersion, String kind) {
    return resources.stream()
        .filter(found -> found.apiVersion().equals(apiVersion) && found.kind().equals(kind))
        .findFirst();
  }

  /** Returns the resource of a kind of any group; empty if several groups serve the kind. */
  public Optional<ApiResource> findOnly(String kind) {
    var found = resources.stream().filter(resource -> resource.kind().equals(kind)).toList();
    boolean isOneGroup = found.stream().map(ApiResource::group).distinct().count() == 1;
    return isOneGroup ? Optional.of(found.getFirst()) : Optional.empty();
  }

  /**
   * Returns whether a resource is known, and its objects are not in namespaces.
   *
   * @param resource name in rules, such as {@code nodes} or {@code nodes/status}
   */
  public boolean isClusterScoped(String group, String resource) {
    var plural = resource.split("/", 2)[0];
    return resources.stream()
        .anyMatch(
            found ->
                found.group().equals(group)
                    && found.plural().equals(plural)
                    && !found.namespaced());
  }

  Optional<ApiResource> find(ApiPath path) {
    return resources.stream().filter(resource -> resource.isAt(path)).findFirst();
  }

  /** Serves a further resource. */
  void add(ApiResource resource) {
    if (!resources.contains(resource)) {
      resources.add(resource);
    }
  }

  /** Serves the kind of a CustomResourceDefinition, in all its served versions. */
  void define(JsonNode definition) {
    var spec = definition.path("spec");
    for (var served : spec.path("versions")) {
      add(
          new ApiResource(
              spec.path("group").asText(),
              served.path("name").asText(),
              spec.path("names").path("plural").asText(),
              spec.path("names").path("kind").asText(),
              spec.path("scope").asText().equals("Namespaced")));
    }
  }

  /**
   * Returns the probable resource of a kind that no file describes: namespaced, unless the kind is
   * named like the cluster-scoped kinds of cert-manager or Kyverno.
   */
  public static ApiResource guess(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    return new ApiResource(
        slash < 0 ? "" : apiVersion.substring(0, slash),
        apiVersion.substring(slash + 1),
        Pluralize.toPlural(kind.toLowerCase(Locale.ROOT)),
        kind,
        !kind.startsWith("Cluster") && !ClusterKinds.NAMES.contains(kind));
  }

  String version() {
    return version;
  }

  /** Returns the aggregated discovery of the core group, or of all others. */
  String list(boolean core) {
    var list = JSON.createObjectNode();
    list.put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
    list.putObject("metadata");
    var items = list.putArray("items");
    resources.stream()
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
    resources.stream()
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
