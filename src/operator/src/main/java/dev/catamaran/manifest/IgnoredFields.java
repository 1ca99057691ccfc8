package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Replaces the wanted values of some fields by the live ones: these fields then show no difference,
 * and survive also where a list must be written whole. An index refers to the manifest. The live
 * counterpart of a list's item is found by its merge key if there is one. Pure.
 */
public final class IgnoredFields {
  private final MergeKeys keys;
  private final ManifestDiff diff;

  /** Identifies the items of lists by these keys. */
  public IgnoredFields(MergeKeys keys) {
    this.keys = keys;
    this.diff = new ManifestDiff(keys);
  }

  /**
   * Returns {@code wanted} with the live values at {@code fields}, without fields that are not
   * live.
   */
  public ObjectNode settle(ObjectNode wanted, JsonNode live, Collection<JsonPointer> fields) {
    return fields.isEmpty() ? wanted : object(wanted.deepCopy(), live, fields, "");
  }

  private JsonNode settle(
      JsonNode wanted, JsonNode live, Collection<JsonPointer> fields, String parent, String name) {
    if (fields.stream().anyMatch(JsonPointer::matches)) {
      return live;
    }
    if (wanted.isArray() || (wanted.isMissingNode() && live.isArray())) {
      return wanted instanceof ArrayNode list && live instanceof ArrayNode items
          ? list(list, items, fields, parent, name)
          : wanted;
    }
    if (wanted.isObject() || (wanted.isMissingNode() && live.isObject())) {
      var empty = JsonNodeFactory.instance.objectNode();
      var settled = object(wanted instanceof ObjectNode o ? o : empty, live, fields, name);
      return settled.isEmpty() ? MissingNode.getInstance() : settled;
    }
    return wanted;
  }

  private ObjectNode object(
      ObjectNode wanted, JsonNode live, Collection<JsonPointer> fields, String name) {
    for (var field : heads(fields)) {
      var settled = settle(wanted.path(field), live.path(field), below(fields, field), name, field);
      if (settled.isMissingNode()) {
        wanted.remove(field);
      } else {
        wanted.set(field, settled);
      }
    }
    return wanted;
  }

  private ArrayNode list(
      ArrayNode wanted,
      ArrayNode live,
      Collection<JsonPointer> fields,
      String parent,
      String name) {
    var key = keys.of(parent, name).filter(k -> k.identifies(wanted));
    var gone = new TreeSet<Integer>();
    for (int index : indices(fields)) {
      var item = wanted.path(index);
      var counterpart = key.map(k -> byKey(live, k, item, name)).orElseGet(() -> live.path(index));
      var settled = item(item, counterpart, below(fields, String.valueOf(index)), name);
      if (!settled.isMissingNode()) {
        put(wanted, index, settled);
      } else if (index < wanted.size()) {
        gone.add(index);
      }
    }
    gone.descendingSet().forEach(index -> wanted.remove((int) index));
    return wanted;
  }

  private JsonNode byKey(ArrayNode live, ItemKey key, JsonNode item, String name) {
    return diff.counterpart(item, live, key, name).orElseGet(MissingNode::getInstance);
  }

  /** An item that is not live will be created, and then needs all its content from the manifest. */
  private JsonNode item(
      JsonNode wanted, JsonNode live, Collection<JsonPointer> fields, String name) {
    boolean whole = fields.stream().anyMatch(JsonPointer::matches);
    return live.isMissingNode() && !whole ? wanted : settle(wanted, live, fields, "", name);
  }

  private static void put(ArrayNode list, int index, JsonNode item) {
    if (index < list.size()) {
      list.set(index, item);
    } else if (index == list.size()) {
      list.add(item);
    }
  }

  private static Set<String> heads(Collection<JsonPointer> fields) {
    var heads = new LinkedHashSet<String>();
    fields.forEach(field -> heads.add(field.getMatchingProperty()));
    return heads;
  }

  private static SortedSet<Integer> indices(Collection<JsonPointer> fields) {
    var indices = new TreeSet<Integer>();
    fields.stream()
        .map(JsonPointer::getMatchingIndex)
        .filter(index -> index >= 0)
        .forEach(indices::add);
    return indices;
  }

  /** Returns the parts of {@code fields} below the field or index {@code head}. */
  static List<JsonPointer> below(Collection<JsonPointer> fields, String head) {
    return fields.stream()
        .filter(field -> field.matchesProperty(head))
        .map(JsonPointer::tail)
        .toList();
  }
}
