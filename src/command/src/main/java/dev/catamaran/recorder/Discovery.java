package dev.catamaran.recorder;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.engine.EngineRequest.World;
import io.fabric8.kubernetes.api.Pluralize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The resources that a new cluster serves, from the files that {@code
 * src/command/tools/discovery-snapshot} writes.
 */
public final class Discovery {
  /** Version of Kubernetes, such as {@code v1.34.4}. */
  public static final String VERSION = json(file("version.json")).path("gitVersion").asText();

  /** What a new cluster of this version serves. */
  public static final List<ApiResource> BUILT_IN =
      file("resources.jsonl").lines().map(Discovery::json).flatMap(Discovery::ofGroup).toList();

  /**
   * Widely used custom kinds: for templates that compute their apiVersion, and for the scope. The
   * name alone says nothing of that: a {@code Cluster} of CloudNativePG is in a namespace.
   */
  public static final List<ApiResource> CUSTOM =
      file("custom-kinds.txt")
          .lines()
          .filter(line -> !line.startsWith("#"))
          .flatMap(Discovery::ofLine)
          .toList();

  private Discovery() {}

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
              return new ApiResource(place[0], place[1], Plurals.of(kind), kind, kind.equals(word));
            });
  }

  /** Returns a new cluster, which has one namespace, for the rendering of a chart. */
  public static World newCluster(String namespace) {
    var json = JsonNodeFactory.instance;
    return new World(
        VERSION,
        BUILT_IN.stream()
            .flatMap(api -> Stream.of(api.apiVersion(), api.apiVersion() + "/" + api.kind()))
            .distinct()
            .toList(),
        List.of(
            json.objectNode()
                .put("apiVersion", "v1")
                .put("kind", "Namespace")
                .set("metadata", json.objectNode().put("name", namespace))));
  }

  /**
   * Returns whether the objects of a resource are in namespaces; empty if it is not known.
   *
   * @param resource name in rules, such as {@code nodes} or {@code nodes/status}
   */
  public static Optional<Boolean> isNamespaced(String group, String resource) {
    var plural = resource.split("/", 2)[0];
    return BUILT_IN.stream()
        .filter(found -> found.group().equals(group) && found.plural().equals(plural))
        .map(ApiResource::namespaced)
        .findFirst();
  }

  /**
   * A resource of an API server.
   *
   * @param group empty for the core group
   */
  public record ApiResource(
      String group, String version, String plural, String kind, boolean namespaced) {

    public String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }
  }

  /** Plurals of kinds. Pure. */
  public static final class Plurals {
    /** The English words that end with o and get es. Names of programs do not. */
    private static final Set<String> WITH_ES =
        Set.of("hero", "potato", "tomato", "echo", "veto", "torpedo", "embargo", "cargo");

    /** The library takes an ending for Latin or Greek, as in datum and axis. */
    private static final Set<String> LATIN = Set.of("datum", "medium", "stadium", "bacterium");

    private Plurals() {}

    public static String of(String kind) {
      var word = kind.toLowerCase(Locale.ROOT);
      boolean isRegular =
          word.endsWith("o")
              ? WITH_ES.stream().noneMatch(word::endsWith)
              : word.endsWith("ium") && LATIN.stream().noneMatch(word::endsWith);
      return isRegular ? word + "s" : Pluralize.toPlural(word);
    }
  }
}
