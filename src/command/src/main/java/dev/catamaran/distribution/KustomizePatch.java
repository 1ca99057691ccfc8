package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.preview.LocalPatch;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A patch of a kustomization: a JSON patch for the objects of its target, or a strategic merge
 * patch for its target or the object that it names.
 *
 * @param file where the patch is
 * @param target the objects; empty for the one object that a strategic merge patch names
 */
record KustomizePatch(Path file, JsonNode patch, Optional<KustomizeTarget> target) {
  private static final Set<String> FIELDS = Set.of("path", "patch", "target");
  private static final String DIRECTIVE = "$patch";

  /** Checks that the patch says what it is for. */
  KustomizePatch {
    if (target.isEmpty() && !(patch.path("kind").isTextual() && name(patch).isTextual())) {
      throw new ManagerException(
          "%s: the patch names no object; write apiVersion, kind and metadata.name into it, or a target beside it"
              .formatted(file));
    }
    var directive = patch.path(DIRECTIVE).asText("merge");
    if (!Set.of("merge", "delete").contains(directive)) {
      throw new ManagerException(
          "%s: \"$patch: %s\" is not supported here; write the object itself"
              .formatted(file, directive));
    }
  }

  /**
   * Reads an item of {@code patches}.
   *
   * @throws ManagerException if it is not one patch, or has a field that is not supported
   */
  static KustomizePatch of(Path kustomization, JsonNode item) {
    Kustomization.requireFields(kustomization, "patches.", item, FIELDS);
    if (item.has("path") == item.has("patch")) {
      throw new ManagerException(
          "%s: each item of patches needs either path or patch".formatted(kustomization));
    }
    var file =
        item.has("path")
            ? kustomization.resolveSibling(item.path("path").asText()).normalize()
            : kustomization;
    var documents =
        item.has("path") ? Yaml.read(file) : Yaml.read(item.path("patch").asText(), file);
    if (documents.size() != 1) {
      throw new ManagerException("%s is not one patch".formatted(file));
    }
    return new KustomizePatch(
        file,
        documents.getFirst(),
        item.path("target").isObject()
            ? Optional.of(KustomizeTarget.of(kustomization, item.path("target")))
            : Optional.empty());
  }

  /**
   * Changes the objects that the patch is for.
   *
   * @throws ManagerException if it does not fit them, or names an object that is not there
   */
  void applyTo(List<ObjectNode> objects) {
    if (target.isEmpty() && objects.stream().noneMatch(this::isFor)) {
      throw new ManagerException(
          "%s: no resource is the %s %s of the patch; its apiVersion, kind, name and namespace must be those of a resource"
              .formatted(file, patch.path("kind").asText(), name(patch).asText()));
    }
    if (patch.path(DIRECTIVE).asText().equals("delete")) {
      objects.removeIf(this::isFor);
    } else {
      objects.replaceAll(object -> isFor(object) ? patched(object) : object);
    }
  }

  private boolean isFor(ObjectNode object) {
    return target.map(found -> found.matches(object)).orElseGet(() -> isNamed(object));
  }

  private boolean isNamed(ObjectNode object) {
    return patch.path("apiVersion").equals(object.path("apiVersion"))
        && patch.path("kind").equals(object.path("kind"))
        && name(patch).equals(name(object))
        && KustomizeTarget.namespace(patch).equals(KustomizeTarget.namespace(object));
  }

  private static JsonNode name(JsonNode object) {
    return object.path("metadata").path("name");
  }

  private ObjectNode patched(ObjectNode object) {
    if (!(patch instanceof ArrayNode)) {
      return identified(
          LocalPatch.of("application/strategic-merge-patch+json", (ObjectNode) patch, object),
          object);
    }
    try {
      return (ObjectNode) JsonPatch.apply(patch, object);
    } catch (JsonPatchException e) {
      throw new ManagerException(
          "%s does not fit %s %s: %s"
              .formatted(
                  file, object.path("kind").asText(), name(object).asText(), e.getMessage()));
    }
  }

  /** The patch of a target may have another name, or a placeholder: the object keeps its own. */
  private static ObjectNode identified(ObjectNode patched, ObjectNode object) {
    for (var field : List.of("apiVersion", "kind")) {
      patched.set(field, object.path(field));
    }
    var metadata = patched.withObjectProperty("metadata");
    for (var field : List.of("name", "namespace")) {
      var value = object.path("metadata").path(field);
      if (value.isMissingNode()) {
        metadata.remove(field);
      } else {
        metadata.set(field, value);
      }
    }
    return patched;
  }
}
