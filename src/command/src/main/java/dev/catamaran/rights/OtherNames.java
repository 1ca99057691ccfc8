package dev.catamaran.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.chart.Values;
import java.util.Optional;
import java.util.Set;

/**
 * Values by which a chart gives its objects other names: a person may write them, so such a name is
 * no limit of a rule. Pure.
 *
 * @param names of objects, with the values as they are
 */
record OtherNames(Set<String> names) {
  /** The conventions of {@code helm create}; empty by default. */
  private static final Set<String> OVERRIDES = Set.of("nameOverride", "fullnameOverride");

  private static final String OTHER = "other";

  /** Shorter texts are in names by chance. */
  private static final int SHORTEST = 3;

  /** Returns the values with other texts where a name has them; empty if there are none. */
  Optional<Values> in(Values values) {
    var tree = values.toTree();
    return change(tree) ? Optional.of(Values.of(tree)) : Optional.empty();
  }

  private boolean change(ObjectNode map) {
    boolean isChanged = false;
    for (var entry : map.properties()) {
      if (entry.getValue() instanceof ObjectNode below) {
        isChanged |= change(below);
      } else if (isOfName(entry.getKey(), entry.getValue())) {
        var text = entry.getValue().asText("");
        entry.setValue(TextNode.valueOf(text.isEmpty() ? OTHER : text + "-" + OTHER));
        isChanged = true;
      }
    }
    return isChanged;
  }

  private boolean isOfName(String key, JsonNode value) {
    var text = value.asText("");
    return text.isEmpty()
        ? OVERRIDES.contains(key) && (value.isTextual() || value.isNull())
        : value.isTextual()
            && text.length() >= SHORTEST
            && names.stream().anyMatch(name -> name.contains(text));
  }
}
