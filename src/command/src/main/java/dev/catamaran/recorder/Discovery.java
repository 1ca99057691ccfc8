package dev.catamaran.recorder;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
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
  private final List<ApiResource> resources = new CopyOnWriteArrayList<>(Known.BUILT_IN);

  private Discovery() {}

  /** What the files say, read once. */
  private static final class Known {
    static final String VERSION = json(file("version.json")).path("gitVersion").asText();

    static final List<ApiResource> BUILT_IN =
        file("resources.jsonl").lines().map(Known::json).flatMap(Known::ofGroup).toList();

    /**
     * Widely used custom kinds: for templates that compute their apiVersion, and for the scope. The
     * name alone says nothing of that: a {@code Cluster} of CloudNativePG is in a namespace.
     */
    static final List<ApiResource> CUSTOM =
        file("custom-kinds.txt")
            .lines()
            .filter(line -> !line.startsWith("#"))
            .flatMap(Known::ofLine)
            .toList();

    private static String file(String name) {
      try (var in = Discovery.class.getResourceAsStream(name)) {
        return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static JsonNode json(String text) {
      try {
        return new JsonMapper().readTree(text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Stream<ApiResource> ofGroup(JsonNode served) {
      return served
          .path("resources")
          .valueStream()
          .map(
              resource ->
                  new ApiResource(
                      served.path("group").asText(),
                      served.path("version").asText(),
                      resource.path("resource").asText(),
                      resource.path("kind").asText(),
                      resource.path("scope").asText().equals("Namespaced")));
    }

    private static Stream<ApiResource> ofLine(String line) {
      var words = line.split(" ", -1);
      return Arrays.stream(words)
          .skip(1)
          .map(
              word -> {
                var kind = word.replace("*", "");
                var place = words[0].split("/", 2);
                return new ApiResource(
                    place[0], place[1], Plurals.of(kind), kind, kind.equals(word));
              });
    }
  }

  /** Returns what a new cluster serves. */
  public static Discovery snapshot() {
    return new Discovery();
  }

  /** Returns the resource of a kind; empty if the kind is not served. */
  public Optional<ApiResource> find(String apiVersion, String kind) {
    return resources.stream()
        .filter(found -> found.apiVersion().equals(apiVersion) && found.kind().equals(kind))
        .findFirst();
  }

  /**
   * Returns the resource of a kind of any group, served or widely used; empty if several groups
   * have the kind.
   */
  public Optional<ApiResource> findOnly(String kind) {
    return only(kind, resources).or(() -> only(kind, Known.CUSTOM));
  }

  private static Optional<ApiResource> only(String kind, List<ApiResource> resources) {
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
   * Returns the probable resource of a kind that no file describes in this version: namespaced,
   * unless another version or the kind is known. So a wrong guess gives too few rights, and not
   * those of all namespaces.
   */
  public static ApiResource guess(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    var group = slash < 0 ? "" : apiVersion.substring(0, slash);
    boolean isNamespaced =
        Stream.of(Known.BUILT_IN, Known.CUSTOM)
            .flatMap(List::stream)
            .filter(known -> known.group().equals(group) && known.kind().equals(kind))
            .allMatch(ApiResource::namespaced);
    var version = apiVersion.substring(slash + 1);
    return new ApiResource(group, version, Plurals.of(kind), kind, isNamespaced);
  }

  /** Returns the version of Kubernetes, such as {@code v1.34.4}. */
  public String version() {
    return Known.VERSION;
  }
}
