package dev.catamaran.watch;

import dev.catamaran.manifest.ObjectPattern.LabelSelector;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.CaseUtils;

/**
 * A Kubernetes label selector. All requirements must match; the empty selector selects everything.
 */
public record Selector(SortedMap<String, String> matchLabels, List<Requirement> matchExpressions)
    implements LabelSelector {

  private static final Selector EVERYTHING = new Selector(new TreeMap<>(), List.of());

  public Selector {
    matchLabels = Collections.unmodifiableSortedMap(new TreeMap<>(matchLabels));
    matchExpressions = List.copyOf(matchExpressions);
  }

  /** Comparison of a requirement. */
  public enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST;

    /** Returns the operator's name in a selector. */
    public String word() {
      return CaseUtils.toCamelCase(name(), /* capitalizeFirstLetter= */ true, '_');
    }

    /** Returns true if the operator compares with values. */
    public boolean wantsValues() {
      return this == IN || this == NOT_IN;
    }
  }

  /** One expression; the values are empty for {@code Exists} and {@code DoesNotExist}. */
  public record Requirement(String key, Operator operator, List<String> values) {

    private boolean matches(Map<String, String> labels) {
      var value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
      };
    }

    private String toSelectorString() {
      var list = " (" + String.join(",", values) + ")";
      return switch (operator) {
        case IN -> key + " in" + list;
        case NOT_IN -> key + " notin" + list;
        case EXISTS -> key;
        case DOES_NOT_EXIST -> "!" + key;
      };
    }
  }

  @Override
  public boolean matches(Map<String, String> labels) {
    return labels.entrySet().containsAll(matchLabels.entrySet())
        && matchExpressions.stream().allMatch(requirement -> requirement.matches(labels));
  }

  public static Selector everything() {
    return EVERYTHING;
  }

  public boolean isEmpty() {
    return matchLabels.isEmpty() && matchExpressions.isEmpty();
  }

  @Override
  public String toSelectorString() {
    return Stream.concat(
            matchLabels.entrySet().stream().map(label -> label.getKey() + "=" + label.getValue()),
            matchExpressions.stream().map(Requirement::toSelectorString))
        .collect(Collectors.joining(","));
  }
}
