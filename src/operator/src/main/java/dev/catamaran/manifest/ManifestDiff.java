package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Optional;

/**
 * Compares a wanted object with the live one: every wanted field must exist and be equal; other
 * fields do not count. Helm compares likewise (Helm, pkg/kube/client.go), so both leave the same
 * fields unchanged.
 */
public final class ManifestDiff {
  private static final String DIRECTIVE = "$patch";

  private final MergeKeys keys;
  private final Unlisted unlisted;

  /** Compares lists by these keys. */
  public ManifestDiff(MergeKeys keys, Unlisted unlisted) {
    this.keys = keys;
    this.unlisted = unlisted;
  }

  /**
   * Returns the patch that makes {@code live} agree with {@code desired}: a strategic merge patch
   * for built-in kinds, a JSON merge patch for others.
   *
   * @return empty if nothing differs
   */
  public Optional<ObjectNode> patch(JsonNode desired, JsonNode live) {
    var patch = object(desired, live, "");
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }

  private ObjectNode object(JsonNode desired, JsonNode live, String name) {
    var patch = JsonNodeFactory.instance.objectNode();
    desired
        .properties()
        .forEach(
            field ->
                differing(field.getValue(), live.path(field.getKey()), name, field.getKey())
                    .ifPresent(difference -> patch.set(field.getKey(), difference)));
    if (unlisted == Unlisted.MAKE_ROOM && !patch.isEmpty() && keys.isUnion(name)) {
      live.fieldNames().forEachRemaining(field -> removeUnlessWanted(field, desired, patch));
    }
    return patch;
  }

  private static void removeUnlessWanted(String field, JsonNode desired, ObjectNode patch) {
    if (!desired.has(field)) {
      patch.putNull(field);
    }
  }

  private Optional<JsonNode> differing(
      JsonNode desired, JsonNode live, String parent, String name) {
    if (desired.isNull()) {
      return live.isMissingNode() || live.isNull() ? Optional.empty() : Optional.of(desired);
    }
    if (desired.isObject() && live.isObject()) {
      var patch = object(desired, live, name);
      return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
    }
    if (desired.isArray() && live.isArray()) {
      return list((ArrayNode) desired, (ArrayNode) live, parent, name);
    }
    return sameScalar(desired, live) ? Optional.empty() : Optional.of(desired);
  }

  private Optional<JsonNode> list(ArrayNode desired, ArrayNode live, String parent, String name) {
    var key = keys.of(parent, name);
    if (key.filter(k -> distinct(desired, k)).isPresent()) {
      return keyed(desired, live, key.get(), name);
    }
    var whole = whole(desired, live, name);
    return key.isPresent() && keys == MergeKeys.BUILT_IN
        ? whole.map(ManifestDiff::replacing)
        : whole.map(list -> list);
  }

  /** A strategic merge patch would merge the items by a key that does not identify them. */
  private static JsonNode replacing(ArrayNode list) {
    var replacing = list.deepCopy();
    replacing.addObject().put(DIRECTIVE, "replace");
    return replacing;
  }

  private Optional<JsonNode> keyed(ArrayNode desired, ArrayNode live, String key, String name) {
    var patch = JsonNodeFactory.instance.arrayNode();
    boolean isLacking = false;
    for (var item : desired) {
      var counterpart = find(live, key, item.path(key));
      if (counterpart.isEmpty()) {
        patch.add(item);
        isLacking = true;
        continue;
      }
      var difference = object(item, counterpart.get(), name);
      if (!difference.isEmpty()) {
        patch.add(difference.set(key, item.path(key)));
      }
    }
    if (patch.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (keys) {
          case BUILT_IN ->
              isLacking && makesRoom(name) ? patch.addAll(removal(desired, live, key)) : patch;
          case NONE -> withOthers(desired, live, key);
        });
  }

  /** Other owners of an object never occupy the place of one. */
  private boolean makesRoom(String list) {
    return unlisted == Unlisted.MAKE_ROOM && !list.equals("ownerReferences");
  }

  private static ArrayNode removal(ArrayNode desired, ArrayNode live, String key) {
    var removal = JsonNodeFactory.instance.arrayNode();
    for (var item : live) {
      if (find(desired, key, item.path(key)).isEmpty()) {
        removal.addObject().put(DIRECTIVE, "delete").set(key, item.path(key));
      }
    }
    return removal;
  }

  /** A JSON merge patch replaces a list, so it must also contain the items that stay. */
  private static ArrayNode withOthers(ArrayNode desired, ArrayNode live, String key) {
    var all = JsonNodeFactory.instance.arrayNode();
    for (var item : live) {
      if (find(desired, key, item.path(key)).isEmpty()) {
        all.add(item);
      }
    }
    return all.addAll(desired);
  }

  /** A list without a key is right if it has as many items, and each has its wanted fields. */
  private Optional<ArrayNode> whole(ArrayNode desired, ArrayNode live, String name) {
    if (desired.size() != live.size()) {
      return Optional.of(desired);
    }
    for (int i = 0; i < desired.size(); i++) {
      if (differing(desired.get(i), live.get(i), name, "").isPresent()) {
        return Optional.of(desired);
      }
    }
    return Optional.empty();
  }

  static Optional<JsonNode> find(ArrayNode items, String key, JsonNode value) {
    for (var item : items) {
      if (sameScalar(value, item.path(key))) {
        return Optional.of(item);
      }
    }
    return Optional.empty();
  }

  /**
   * Two items may share a merge key (one port over TCP and UDP); then only the whole list can be
   * compared.
   */
  static boolean distinct(ArrayNode items, String key) {
    var seen = new HashSet<String>();
    for (var item : items) {
      if (!item.hasNonNull(key) || !seen.add(item.path(key).asText())) {
        return false;
      }
    }
    return true;
  }

  /** YAML may write the same number as 3, 3.0 or 3e0. */
  private static boolean sameScalar(JsonNode one, JsonNode other) {
    return (one.isNumber() && other.isNumber())
        ? one.decimalValue().compareTo(other.decimalValue()) == 0
        : one.equals(other);
  }
}
