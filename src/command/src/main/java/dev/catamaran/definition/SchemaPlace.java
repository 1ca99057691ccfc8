package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashSet;
import java.util.Set;

/**
 * A place in a values.schema.json.
 *
 * @param pointer JSON pointer, without resolution of references
 * @param path the described value
 * @param defaults the value in values.yaml, if there is one
 * @param isItem whether the value is an item of a list
 * @param inList whether the value is in a list, at any depth
 * @param references the references that lead here
 */
record SchemaPlace(
    String pointer,
    ValuePath path,
    JsonNode defaults,
    boolean isItem,
    boolean inList,
    Set<String> references) {

  SchemaPlace {
    references = Set.copyOf(references);
  }

  /** Returns the place of the whole schema. */
  static SchemaPlace top(JsonNode defaults) {
    return new SchemaPlace("", ValuePath.TOP, defaults, false, false, Set.of());
  }

  /** Returns the place of a property. */
  SchemaPlace property(String name) {
    var escaped = name.replace("~", "~0").replace("/", "~1");
    return new SchemaPlace(
        pointer + "/properties/" + escaped,
        path.key(name),
        defaults.path(name),
        false,
        inList,
        references);
  }

  /** Returns the place of the values of a map. */
  SchemaPlace mapValue() {
    return new SchemaPlace(
        pointer + "/additionalProperties",
        path.key("*"),
        MissingNode.getInstance(),
        false,
        inList,
        references);
  }

  /** Returns the place of the items of a list. */
  SchemaPlace item() {
    return new SchemaPlace(
        pointer + "/items", path.items(), defaults.path(0), true, true, references);
  }

  /** Returns this place behind one more reference. */
  SchemaPlace behind(String reference) {
    var more = new HashSet<>(references);
    more.add(reference);
    return new SchemaPlace(pointer, path, defaults, isItem, inList, more);
  }

  /** Returns this place behind further references. */
  SchemaPlace behind(Set<String> further) {
    var more = new HashSet<>(references);
    more.addAll(further);
    return new SchemaPlace(pointer, path, defaults, isItem, inList, more);
  }
}
