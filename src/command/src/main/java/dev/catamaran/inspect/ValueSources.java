package dev.catamaran.inspect;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.helm.StoredValues;
import java.util.List;

/**
 * Finds where the values of a revision come from. Pure.
 *
 * @param stored the values of the revision
 * @param overrides the paths of overrideValues, with {@link #VARIABLE} in place of variables
 * @param spec the spec of the primary
 * @param referenced the values of Secrets and ConfigMaps, in ascending precedence
 */
record ValueSources(
    StoredValues stored, ObjectNode overrides, ObjectNode spec, List<Referenced> referenced) {
  /** Stands for a text from the environment of the operator. */
  static final String VARIABLE = "(a variable of the operator)";

  static final String CHART = "chart";
  static final String SPEC = "spec";
  static final String OVERRIDE = "override (watches.yaml)";

  /** Of a value that no present source has: an extension made it, or its source has changed. */
  static final String RELEASE = "release";

  private static final String SECRET = "values-from Secret";
  static final TextNode MASK = new TextNode("******");

  ValueSources {
    referenced = List.copyOf(referenced);
  }

  /**
   * Values of an object that the primary or its watch names.
   *
   * @param object such as {@code Secret passwords}
   */
  record Referenced(String object, boolean isSecret, ObjectNode values) {
    /** Omits the values, which may be secret. */
    @Override
    public String toString() {
      return object;
    }
  }

  /** Returns all values in order, without secrets. */
  List<ValueLeaf> leaves() {
    var merged = merged();
    return Pointers.leaves(merged).entrySet().stream()
        .map(leaf -> leaf(leaf.getKey(), leaf.getValue(), merged))
        .toList();
  }

  /** Returns the values as Helm merges them. They contain the secrets. */
  ObjectNode merged() {
    return MergedValues.of(stored.defaults(), stored.config());
  }

  private ValueLeaf leaf(JsonPointer at, JsonNode value, ObjectNode merged) {
    var source = source(at, value);
    return new ValueLeaf(Pointers.path(at, merged), isSecret(at, source) ? MASK : value, source);
  }

  private String source(JsonPointer at, JsonNode value) {
    if (!Pointers.isSet(at, stored.config()) && !stored.config().at(at).isNull()) {
      return CHART;
    }
    if (Pointers.isSet(at, overrides)) {
      return OVERRIDE;
    }
    if (isSame(spec.at(at), value)) {
      return SPEC;
    }
    return referenced.reversed().stream()
        .filter(each -> isSame(each.values().at(at), value))
        .findFirst()
        .map(each -> "values-from " + each.object())
        .orElse(isInSecretPlace(at) ? SECRET : RELEASE);
  }

  private boolean isSecret(JsonPointer at, String source) {
    return !source.equals(CHART)
        && (source.startsWith(SECRET)
            || isInSecretPlace(at)
            || (source.equals(OVERRIDE) && isOfVariable(at)));
  }

  private boolean isOfVariable(JsonPointer at) {
    JsonNode node = overrides;
    for (var rest = at; !rest.matches() && node.isContainerNode(); rest = rest.tail()) {
      node = Pointers.child(node, rest);
    }
    return node.asText("").contains(VARIABLE);
  }

  private boolean isInSecretPlace(JsonPointer at) {
    return stored.secretPlaces().stream()
        .anyMatch(place -> place.isEmpty() || (at + "/").startsWith(place + "/"));
  }

  /** A number may have another type in the stored revision. */
  private static boolean isSame(JsonNode one, JsonNode other) {
    return (one.isNumber() && other.isNumber())
        ? one.decimalValue().compareTo(other.decimalValue()) == 0
        : one.equals(other);
  }

  /** Omits the values, which may be secret. */
  @Override
  public String toString() {
    return "ValueSources";
  }
}
