package dev.catamaran.watch;

import dev.catamaran.watch.Selector.Operator;
import dev.catamaran.watch.Selector.Requirement;
import dev.catamaran.yaml.Marked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads a selector in the notation of Kubernetes label selectors.
 *
 * @param name of its field
 */
record SelectorReader(Fields fields, String name) {
  private static final String LABELS = "matchLabels";
  private static final String EXPRESSIONS = "matchExpressions";
  private static final String WORD = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
  private static final Pattern VALUE = Pattern.compile("(" + WORD + ")?");
  private static final Pattern KEY =
      Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?" + WORD);

  Selector read() {
    return fields
        .mapping(name, List.of(LABELS, EXPRESSIONS))
        .map(
            selector ->
                new Selector(
                    labels(selector),
                    selector.list(EXPRESSIONS, List.of("key", "operator", "values")).stream()
                        .flatMap(expression -> requirement(expression).stream())
                        .toList()))
        .orElse(Selector.everything());
  }

  private static SortedMap<String, String> labels(Fields selector) {
    var labels = new TreeMap<String, String>();
    for (var label : selector.entries(LABELS)) {
      if (isKey(selector, LABELS, label.key())) {
        value(selector, LABELS, label.value()).ifPresent(value -> labels.put(label.key(), value));
      }
    }
    return labels;
  }

  private static Optional<Requirement> requirement(Fields expression) {
    var key = expression.text("key").orElse("");
    var operator = expression.required("operator", List.of(Operator.values()), Operator::word);
    if (!isKey(expression, "key", key) || operator.isEmpty()) {
      return Optional.empty();
    }
    var values = new ArrayList<String>();
    for (var item : expression.items("values")) {
      value(expression, "values", item).ifPresent(values::add);
    }
    boolean needsValues = operator.get().wantsValues();
    if (needsValues == values.isEmpty()) {
      var problem = operator.get().word() + (needsValues ? " needs values" : " takes no values");
      expression.problem("operator", problem, "");
      return Optional.empty();
    }
    return Optional.of(new Requirement(key, operator.get(), values));
  }

  private static boolean isKey(Fields at, String field, String key) {
    boolean isKey = KEY.matcher(key).matches();
    if (!isKey) {
      at.problem(
          field,
          field + ": \"" + key + "\" is not a label's name",
          "use e.g. app.kubernetes.io/name");
    }
    return isKey;
  }

  private static Optional<String> value(Fields at, String field, Marked value) {
    if (value instanceof Marked.Scalar scalar
        && scalar.type() == Marked.Type.STRING
        && VALUE.matcher(scalar.text()).matches()) {
      return Optional.of(scalar.text());
    }
    at.problem(
        field,
        value.line(),
        field + ": a label's value must be a string of letters, digits, -, _ and .",
        "quote it");
    return Optional.empty();
  }
}
