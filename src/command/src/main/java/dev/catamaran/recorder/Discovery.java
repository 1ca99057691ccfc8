package dev.catamaran.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The resources that an API server serves: those of a Kubernetes version, from the files that
 * {@code src/command/tools/discovery-snapshot} writes, and added ones. Safe for many threads.
 */
public final class Discovery {
  private static final JsonMapper JSON = new JsonMapper();

  private final String version;
  private final List<ApiResource> resources;

  private Discovery(String version, List<ApiResource> resources) {
    this.version = version;
    this.resources = new CopyOnWriteArrayList<>(resources);
  }

  /** What is read once. */
  private static final class OfNewCluster {
    static final Discovery SNAPSHOT = read();
  }

  /** Returns what a new cluster serves. */
  public static Discovery snapshot() {
    return new Discovery(OfNewCluster.SNAPSHOT.version, OfNewCluster.SNAPSHOT.resources);
  }

  private static Discovery read() {
    try (var in = file("resources.jsonl");
        var lines = JSON.readerFor(JsonNode.class).<JsonNode>readValues(in);
        var version = file("version.json")) {
      var resources = new java.util.ArrayList<ApiResource>();
      lines.forEachRemaining(line -> read(line, resources));
      return new Discovery(JSON.readTree(version).path("gitVersion").asText(), resources);
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
   * Returns whether the objects of a resource are in namespaces; empty if it is not known.
   *
   * @param resource name in rules, such as {@code nodes} or {@code nodes/status}
   */
  public Optional<Boolean> isNamespaced(String group, String resource) {
    var plural = resource.split("/", 2)[0];
    return resources.stream()
        .filter(found -> found.group().equals(group) && found.plural().equals(plural))
        .map(ApiResource::namespaced)
        .findFirst();
  }

  /** Returns all resources. */
  public List<ApiResource> all() {
    return List.copyOf(resources);
  }

  /** Returns what templates see as {@code .Capabilities.APIVersions}. */
  List<String> apiVersions() {
    return resources.stream()
        .flatMap(found -> Stream.of(found.apiVersion(), found.apiVersion() + "/" + found.kind()))
        .distinct()
        .toList();
  }

  int size() {
    return resources.size();
  }

  /** Serves a further resource. */
  void add(ApiResource resource) {
    if (!resources.contains(resource)) {
      resources.add(resource);
    }
  }

  /** Serves the kind of a CustomResourceDefinition, in all its served versions. */
  public void define(JsonNode definition) {
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
   * Returns the probable resource of a kind that no file describes: namespaced, unless it is a
   * known kind. So a wrong guess gives too few rights, and not those of all namespaces.
   */
  public static ApiResource guess(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    var group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return new ApiResource(
        group,
        apiVersion.substring(slash + 1),
        Plurals.of(kind),
        kind,
        CustomKinds.isNamespaced(group, kind));
  }

  /** Returns the version of Kubernetes, such as {@code v1.34.4}. */
  public String version() {
    return version;
  }
}
