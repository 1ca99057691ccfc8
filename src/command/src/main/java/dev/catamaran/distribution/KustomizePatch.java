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

/**
 * A patch of a kustomization: a JSON patch for the objects of its target, or a strategic merge
 * patch for its target or the object that it names.
 *
 * @param file where the patch is
 * @param target kind and name of the objects; may be absent for a strategic merge patch
 */
record KustomizePatch(Path file, JsonNode patch, JsonNode target) {

  /** Reads an item of {@code patches}. */
  static KustomizePatch of(Path kustomization, JsonNode item) {
    var file =
        item.has("path")
            ? kustomization.resolveSibling(item.path("path").asText()).normalize()
            : kustomization;
    var documents =
        item.has("path") ? Yaml.read(file) : Yaml.read(item.path("patch").asText(), file);
    if (documents.size() != 1) {
      throw new ManagerException("%s is not one patch".formatted(file));
    }
    return new KustomizePatch(file, documents.getFirst(), item.path("target"));
  }

  /** Changes the objects that the patch is about. */
  void applyTo(List<ObjectNode> objects) {
    if (isDeletion()) {
      objects.removeIf(this::isAbout);
      return;
    }
    objects.replaceAll(object -> isAbout(object) ? patched(object) : object);
  }

  private boolean isDeletion() {
    return patch.path("$patch").asText().equals("delete");
  }

  private boolean isAbout(ObjectNode object) {
    return target.isObject()
        ? matches(target.path("kind"), object.path("kind"))
            && matches(target.path("name"), object.path("metadata").path("name"))
        : patch.path("kind").equals(object.path("kind"))
            && patch.path("metadata").path("name").equals(object.path("metadata").path("name"));
  }

  /** Kustomize reads each field of a target as a regular expression for the whole text. */
  private static boolean matches(JsonNode expected, JsonNode text) {
    return expected.isMissingNode() || text.asText().matches(expected.asText());
  }

  private ObjectNode patched(ObjectNode object) {
    if (!(patch instanceof ArrayNode)) {
      return LocalPatch.of("application/strategic-merge-patch+json", (ObjectNode) patch, object);
    }
    try {
      return (ObjectNode) JsonPatch.apply(patch, object);
    } catch (JsonPatchException e) {
      throw new ManagerException(
          "%s does not fit %s %s: %s"
              .formatted(
                  file,
                  object.path("kind").asText(),
                  object.path("metadata").path("name").asText(),
                  e.getMessage()));
    }
  }
}
