package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A value in which two revisions differ. Pure.
 *
 * @param path in the syntax of {@code helm --set}
 * @param before asterisks in place of a secret; a null for none
 * @param after likewise
 */
public record ValueChange(String path, JsonNode before, JsonNode after) {

  /** A value, and how it is shown. */
  private record Leaf(JsonNode value, JsonNode shown) {
    static final Leaf NONE = new Leaf(MissingNode.getInstance(), NullNode.getInstance());

    boolean isThere() {
      return !value.isMissingNode();
    }

    boolean isSecret() {
      return isThere() && !value.equals(shown);
    }

    /** Omits the value, which may be secret. */
    @Override
    public String toString() {
      return shown.toString();
    }
  }

  /** Returns the differences, in the order of the older and then of the newer values. */
  static List<ValueChange> between(ValueSources before, ValueSources after) {
    var old = leaves(before);
    var fresh = leaves(after);
    var paths = new LinkedHashSet<>(old.keySet());
    paths.addAll(fresh.keySet());
    return paths.stream()
        .flatMap(
            path ->
                change(
                    path, old.getOrDefault(path, Leaf.NONE), fresh.getOrDefault(path, Leaf.NONE)))
        .toList();
  }

  /** A value that one of the revisions has as a secret may be the same secret in the other. */
  private static Stream<ValueChange> change(String path, Leaf before, Leaf after) {
    if (before.value().equals(after.value())) {
      return Stream.empty();
    }
    boolean isSecret = before.isSecret() || after.isSecret();
    return Stream.of(new ValueChange(path, shown(before, isSecret), shown(after, isSecret)));
  }

  private static JsonNode shown(Leaf leaf, boolean isSecret) {
    return isSecret && leaf.isThere() ? ValueSources.MASK : leaf.shown();
  }

  private static Map<String, Leaf> leaves(ValueSources sources) {
    var values = Pointers.leaves(sources.merged()).values().iterator();
    var leaves = new LinkedHashMap<String, Leaf>();
    sources
        .leaves()
        .forEach(leaf -> leaves.put(leaf.path(), new Leaf(values.next(), leaf.value())));
    return leaves;
  }
}
