package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The objects that a patch of a kustomization is for. As with kustomize, each field is a regular
 * expression for the whole text, and an object without a namespace is in {@code default}.
 *
 * @param patterns by field; a field without a pattern does not matter
 */
record KustomizeTarget(Map<String, Pattern> patterns) {
  private static final Set<String> FIELDS = Set.of("group", "version", "kind", "name", "namespace");

  /** Copies the patterns. */
  KustomizeTarget {
    patterns = Map.copyOf(patterns);
  }

  /**
   * Reads the field {@code target} of a patch.
   *
   * @param kustomization the file with the patch
   * @throws ManagerException if it has another field, or one that is not a regular expression
   */
  static KustomizeTarget of(Path kustomization, JsonNode target) {
    Kustomization.requireFields(kustomization, "patches.target.", target, FIELDS);
    var patterns = new LinkedHashMap<String, Pattern>();
    for (var field : target.properties()) {
      if (!field.getValue().asText().isEmpty()) {
        patterns.put(
            field.getKey(), pattern(kustomization, field.getKey(), field.getValue().asText()));
      }
    }
    return new KustomizeTarget(patterns);
  }

  private static Pattern pattern(Path kustomization, String field, String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new ManagerException(
          "%s: patches.target.%s: \"%s\" is not a regular expression: %s"
              .formatted(kustomization, field, text, e.getDescription()));
    }
  }

  /** Returns whether the patch is for an object. */
  boolean matches(ObjectNode object) {
    return patterns.entrySet().stream()
        .allMatch(field -> field.getValue().matcher(text(object, field.getKey())).matches());
  }

  private static String text(ObjectNode object, String field) {
    var apiVersion = object.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    return switch (field) {
      case "group" -> apiVersion.substring(0, Math.max(0, slash));
      case "version" -> apiVersion.substring(slash + 1);
      case "kind" -> object.path("kind").asText();
      case "namespace" -> namespace(object);
      default -> object.path("metadata").path("name").asText();
    };
  }

  /** Returns the namespace of an object. */
  static String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText("default");
  }
}
