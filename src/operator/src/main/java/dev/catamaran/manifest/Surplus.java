package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Optional;

/**
 * Content of an object in an earlier manifest that is missing in a later one. Lists without a merge
 * key have no surplus: the writer of the later manifest replaced them whole. Nor have lists with
 * two items of one key: a patch by that key may change the wrong one.
 */
public final class Surplus {
  private static final String DIRECTIVE = "$patch";

  /** Begin of a directive (apimachinery, pkg/util/strategicpatch). */
  private static final String REMOVAL_FROM_SET = "$deleteFromPrimitiveList/";

  private final MergeKeys keys;

  /** Identifies the items of lists by these keys. */
  public Surplus(MergeKeys keys) {
    this.keys = keys;
  }

  /**
   * Returns the patch that removes the surplus and changes nothing else: a strategic merge patch
   * for built-in kinds, a JSON merge patch for others.
   *
   * @param exempt fields that stay; an index refers to the later manifest
   * @return empty if there is none
   */
  public Optional<ObjectNode> patch(
      JsonNode earlier, JsonNode later, Collection<JsonPointer> exempt) {
    var patch = object(withoutReplaced(earlier, later), later, exempt, "");
    if (isPolicy(later) && patch.path("spec").path("egress").isNull()) {
      patch.withObjectProperty("spec").putNull("policyTypes");
    }
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }

  /** Without types, a policy has those that followed from its rules when it was written. */
  private static boolean isPolicy(JsonNode object) {
    return object.path("kind").asText().equals("NetworkPolicy")
        && !object.path("spec").hasNonNull("policyTypes");
  }

  /** The writer of the later manifest sent this field whole. A part of it would replace it. */
  private JsonNode withoutReplaced(JsonNode earlier, JsonNode later) {
    var field = keys.replaced(later);
    if (field.isEmpty() || !(earlier.deepCopy() instanceof ObjectNode rest)) {
      return earlier;
    }
    rest.withObject(field.get().head()).remove(field.get().last().getMatchingProperty());
    return rest;
  }

  private ObjectNode object(
      JsonNode earlier, JsonNode later, Collection<JsonPointer> exempt, String name) {
    var patch = JsonNodeFactory.instance.objectNode();
    for (var field : earlier.properties()) {
      var value = later.path(field.getKey());
      var below = IgnoredFields.below(exempt, field.getKey());
      if (!field.getValue().isNull() && isRemovable(name, field.getKey(), below)) {
        if (MergeKeys.isSet(name, field.getKey())) {
          set(field.getValue(), value, field.getKey(), patch);
        } else {
          surplus(field.getValue(), value, below, name, field.getKey())
              .ifPresent(surplus -> patch.set(field.getKey(), surplus));
        }
      }
    }
    return patch;
  }

  /** The namespace of an object may be explicit or implied. */
  private static boolean isRemovable(String parent, String field, Collection<JsonPointer> exempt) {
    return !(parent.equals("metadata") && field.equals("namespace"))
        && exempt.stream().noneMatch(JsonPointer::matches);
  }

  /** Without a merge, a patch would also remove what other clients add in the meantime. */
  private void set(JsonNode earlier, JsonNode later, String name, ObjectNode patch) {
    var surplus = JsonNodeFactory.instance.arrayNode();
    ManifestDiff.lacking(earlier, later).forEach(surplus::add);
    if (!surplus.isEmpty() && keys.mergesSets()) {
      patch.set(REMOVAL_FROM_SET + name, surplus);
    }
  }

  private Optional<JsonNode> surplus(
      JsonNode earlier,
      JsonNode later,
      Collection<JsonPointer> exempt,
      String parent,
      String name) {
    if (later.isMissingNode() && (exempt.isEmpty() || !earlier.isObject())) {
      return Optional.of(JsonNodeFactory.instance.nullNode());
    }
    if (earlier.isObject() && (later.isObject() || later.isMissingNode())) {
      var patch = object(earlier, later, exempt, name);
      return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
    }
    return earlier instanceof ArrayNode before && later instanceof ArrayNode after
        ? keys.of(parent, name)
            .filter(ItemKey::isMerged)
            .filter(key -> key.identifies(before) && key.identifies(after))
            .flatMap(key -> items(before, after, key, exempt, name))
        : Optional.empty();
  }

  private Optional<JsonNode> items(
      ArrayNode earlier,
      ArrayNode later,
      ItemKey key,
      Collection<JsonPointer> exempt,
      String name) {
    var patch = JsonNodeFactory.instance.arrayNode();
    for (var item : earlier) {
      var value = item.path(key.field());
      var index = key.indexIn(later, item);
      if (index.isEmpty()) {
        patch.addObject().put(DIRECTIVE, "delete").set(key.field(), value);
        continue;
      }
      var below = IgnoredFields.below(exempt, String.valueOf(index.getAsInt()));
      if (below.stream().noneMatch(JsonPointer::matches)) {
        var surplus = object(item, later.path(index.getAsInt()), below, name);
        if (!surplus.isEmpty()) {
          patch.add(surplus.set(key.field(), value));
        }
      }
    }
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }
}
