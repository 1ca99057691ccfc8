package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The fields in a repair's patch, as JSON pointers that an ignore rule accepts: an item of a list
 * by its index in the manifest. Pure.
 */
public final class PatchedFields {
  private final MergeKeys keys;
  private final SortedSet<String> pointers = new TreeSet<>();

  private PatchedFields(MergeKeys keys) {
    this.keys = keys;
  }

  /** Returns the fields of {@code patch}, which changes an object to {@code wanted}. */
  public static SortedSet<String> of(JsonNode patch, JsonNode wanted, MergeKeys keys) {
    var fields = new PatchedFields(keys);
    fields.object(patch, wanted, "", "");
    return Collections.unmodifiableSortedSet(fields.pointers);
  }

  private void object(JsonNode patch, JsonNode wanted, String path, String name) {
    for (var field : patch.properties()) {
      if (field.getKey().startsWith(ManifestDiff.ORDER)) {
        pointers.add(path + "/" + escaped(field.getKey().substring(ManifestDiff.ORDER.length())));
        continue;
      }
      var below = path + "/" + escaped(field.getKey());
      var value = wanted.path(field.getKey());
      switch (field.getValue()) {
        case ArrayNode list when value instanceof ArrayNode items ->
            list(list, items, below, name, field.getKey());
        case JsonNode object when object.isObject() && !object.isEmpty() ->
            object(object, value, below, field.getKey());
        case JsonNode ignored -> pointers.add(below);
      }
    }
  }

  private void list(ArrayNode patch, ArrayNode wanted, String path, String parent, String name) {
    var key = keys.of(parent, name).filter(ItemKey::isMerged).filter(k -> k.identifies(wanted));
    if (key.isEmpty() || ManifestDiff.isReplacing(patch)) {
      pointers.add(path);
      return;
    }
    for (var item : patch) {
      int index = index(wanted, key.get().field(), item);
      if (index < 0) {
        pointers.add(path);
      } else {
        var rest = item.<ObjectNode>deepCopy();
        rest.remove(key.get().field());
        object(rest, wanted.path(index), path + "/" + index, name);
      }
    }
  }

  private static int index(ArrayNode wanted, String key, JsonNode item) {
    for (int i = 0; i < wanted.size(); i++) {
      if (wanted.path(i).path(key).equals(item.path(key))) {
        return i;
      }
    }
    return -1;
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
