package dev.catamaran.preview;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.ManagerException;
import dev.catamaran.release.ReleaseKey;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The primaries of a cluster, and what the rendering of their charts depends on. Has no value of a
 * Secret. Pure.
 *
 * @param format version of this form
 * @param taken time, in ISO 8601
 * @param kubernetes version of the API server, such as {@code v1.34.4}
 * @param apis what templates see as {@code .Capabilities.APIVersions}
 * @param lookups what the templates looked up when the snapshot was taken
 * @param objects those that exist of them
 * @param notes sentences about what is missing
 */
public record Fleet(
    int format,
    String taken,
    String kubernetes,
    List<String> apis,
    List<Member> primaries,
    List<Lookup> lookups,
    List<JsonNode> objects,
    List<String> notes) {
  static final int FORMAT = 1;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /** Copies the lists. */
  public Fleet {
    apis = List.copyOf(apis);
    primaries = List.copyOf(primaries);
    lookups = List.copyOf(lookups);
    objects = List.copyOf(objects);
    notes = List.copyOf(notes);
  }

  /**
   * A primary.
   *
   * @param namespace empty for a cluster-scoped one
   * @param releaseNamespace namespace of its release
   * @param chart name and version of the deployed chart; empty if nothing is deployed
   * @param stays why its release does not follow the spec; empty if it does
   * @param values from Secrets and ConfigMaps, below the spec
   */
  public record Member(
      String apiVersion,
      String kind,
      String namespace,
      String name,
      String releaseNamespace,
      String releaseName,
      String chart,
      String stays,
      JsonNode spec,
      JsonNode values) {
    /** Refuses a file without one of the fields. */
    public Member {
      Stream.of(apiVersion, kind, namespace, name, releaseNamespace, releaseName, chart, stays)
          .forEach(Objects::requireNonNull);
      Objects.requireNonNull(spec);
      Objects.requireNonNull(values);
    }

    ReleaseKey release() {
      return new ReleaseKey(releaseNamespace, releaseName);
    }

    /** Returns kind and name as kubectl prints them. */
    String title() {
      int slash = apiVersion.indexOf('/');
      var group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
      return kind.toLowerCase(Locale.ROOT) + group + "/" + name;
    }
  }

  /**
   * What a template looks up.
   *
   * @param namespace empty for all namespaces, and for objects outside of namespaces
   * @param name empty for all objects
   */
  public record Lookup(String apiVersion, String kind, String namespace, String name) {
    static Lookup of(JsonNode lookup) {
      return new Lookup(
          lookup.path("apiVersion").asText(""),
          lookup.path("kind").asText(""),
          lookup.path("namespace").asText(""),
          lookup.path("name").asText(""));
    }

    @Override
    public String toString() {
      return "%s%s%s"
          .formatted(
              kind,
              name.isEmpty() ? "" : "/" + name,
              namespace.isEmpty() ? "" : " in namespace " + namespace);
    }
  }

  /**
   * Reads a snapshot.
   *
   * @throws ManagerException if the text is no snapshot
   */
  public static Fleet read(String text) {
    Fleet fleet;
    try {
      var tree = MAPPER.readTree(text);
      if (tree.path("format").asInt() != FORMAT) {
        throw new ManagerException(
            "--snapshot: this is no snapshot of this version of catamaran; make it with catamaran snapshot");
      }
      fleet = MAPPER.treeToValue(tree, Fleet.class);
    } catch (JsonProcessingException | RuntimeException e) {
      if (e instanceof ManagerException known) {
        throw known;
      }
      throw new ManagerException(
          "--snapshot: this is no snapshot; make it with catamaran snapshot");
    }
    return fleet;
  }

  /** Returns the snapshot as JSON. */
  public String text() {
    try {
      return MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
