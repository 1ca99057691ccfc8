package dev.catamaran.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.ReleaseKey;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes room for what a manifest has, where the API server calls it invalid together with what
 * others added: a request above the manifest's limit, the other source of a volume. The smallest
 * part is set as the manifest has it, as dry runs show.
 *
 * @param fieldManager that of the patches
 */
record Room(LiveObjects live, String fieldManager) {
  private static final String SEAL = "immutable";

  /** Up to an item of a list of the fields that differ, such as a container with its resources. */
  private static final int MOST_LEVELS = 4;

  /**
   * Returns a valid patch that removes as little as possible; empty if there is none, so that the
   * manifest itself is what the API server refuses.
   */
  Optional<ObjectNode> in(Descendant found, ManifestObject wanted, Difference difference) {
    for (int level = 1; level <= MOST_LEVELS; level++) {
      var patch =
          difference
              .of(wanted, found, level)
              .map(Differ.Found::patch)
              .filter(wider -> isValid(found, wider));
      if (patch.isPresent()) {
        return patch.map(valid -> reduced(valid, found));
      }
    }
    return Optional.empty();
  }

  /**
   * Makes a ConfigMap anew, as it is, that somebody has made immutable: nothing else ends that. If
   * this is cut off, its release makes it again from the manifest. A Secret stays, as its loss
   * could be worse. Tells whether it was one.
   */
  boolean unseals(Descendant found, ManifestObject wanted, ReleaseKey release) {
    var content = (ObjectNode) found.content();
    var metadata = (ObjectNode) content.path("metadata");
    if (!isSealed(content) || isSealed(wanted.content()) || metadata.has("finalizers")) {
      return false;
    }
    content.remove(SEAL);
    metadata.remove("uid");
    live.tryToCreate(found.key(), content);
    boolean isDeleted =
        live.delete(
            found.key(),
            DeletionPropagation.BACKGROUND,
            now -> Leftovers.isOf(now, release) && Descendant.of(now).isSameAs(found));
    if (isDeleted) {
      live.create(found.key(), content);
    }
    return isDeleted;
  }

  private static boolean isSealed(JsonNode object) {
    return object.path("apiVersion").asText().equals("v1")
        && object.path("kind").asText().equals("ConfigMap")
        && object.path(SEAL).asBoolean();
  }

  boolean isValid(Descendant found, ObjectNode patch) {
    return live.tryOut(found.key(), patch, fieldManager).isPresent();
  }

  /** Leaves out each removal without which the patch is valid, too. */
  private ObjectNode reduced(ObjectNode patch, Descendant found) {
    var reduced = patch;
    // From the last one: the places of earlier items stay.
    for (var removal : removals(patch, JsonPointer.empty()).reversed()) {
      var without = reduced.deepCopy();
      switch (without.at(removal.head())) {
        case ObjectNode parent -> parent.remove(removal.last().getMatchingProperty());
        case ArrayNode items -> items.remove(removal.last().getMatchingIndex());
        default -> {}
      }
      if (isValid(found, without)) {
        reduced = without;
      }
    }
    return reduced;
  }

  private static List<JsonPointer> removals(JsonNode patch, JsonPointer at) {
    var removals = new ArrayList<JsonPointer>();
    patch
        .properties()
        .forEach(field -> collect(field.getValue(), at.appendProperty(field.getKey()), removals));
    for (int i = 0; i < patch.size() && patch.isArray(); i++) {
      collect(patch.get(i), at.appendIndex(i), removals);
    }
    return removals;
  }

  private static void collect(JsonNode part, JsonPointer at, List<JsonPointer> removals) {
    if (part.isNull() || part.path("$patch").asText().equals("delete")) {
      removals.add(at);
    } else {
      removals.addAll(removals(part, at));
    }
  }
}
