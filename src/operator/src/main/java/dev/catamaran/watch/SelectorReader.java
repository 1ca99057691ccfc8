package dev.catamaran.watch;

import dev.catamaran.watch.Selector.Operator;
import dev.catamaran.watch.Selector.Requirement;
import dev.catamaran.yaml.Marked;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads a selector in the notation of Kubernetes label selectors. */
final class SelectorReader {

  private static final String WORD = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
  private static final Pattern VALUE = Pattern.compile("(" + WORD + ")?");
  private static final Pattern KEY =
      Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?" + WORD);

  private final Fields fields;
  private final String name;
  private final TreeMap<String, String> labels = new TreeMap<>();
  private final List<Requirement> requirements = new ArrayList<>();

  SelectorReader(Fields fields, String name) {
    this.fields = fields;
    this.name = name;
  }

  Selector read() {
    fields.present(name).ifPresent(found -> mapping(name, found).forEach(this::part));
    return new Selector(labels, requirements);
  }

  private void part(Marked.Entry part) {
    var path = name + "." + part.key();
    switch (part.key()) {
      case "matchLabels" -> mapping(path, part).forEach(label -> label(path, label));
      case "matchExpressions" -> list(path, part).forEach(item -> expression(path, item));
      default -> report(path, part.line(), "unknown field", "use matchLabels and matchExpressions");
    }
  }

  private void label(String path, Marked.Entry label) {
    if (checkKey(path, label.line(), label.key())) {
      value(path, label.line(), label.value()).ifPresent(value -> labels.put(label.key(), value));
    }
  }

  private void expression(String path, Marked item) {
    if (!(item instanceof Marked.Mapping expression)) {
      report(path, item.line(), "expected a mapping with key, operator and values", "");
      return;
    }
    fields.checkRepeated(path + ".", expression);
    expression.entries().stream()
        .filter(part -> !Set.of("key", "operator", "values").contains(part.key()))
        .forEach(
            part -> report(path + "." + part.key(), part.line(), "unknown field", "remove it"));
    var key = text(expression, "key");
    var operator = operator(path, expression);
    if (checkKey(path, expression.line(), key) && operator.isPresent()) {
      requirement(path, expression, key, operator.get());
    }
  }

  private void requirement(String path, Marked.Mapping expression, String key, Operator operator) {
    var values = new ArrayList<String>();
    expression
        .entry("values")
        .filter(found -> !found.value().isNull())
        .ifPresent(
            found ->
                list(path + ".values", found)
                    .forEach(
                        item -> value(path + ".values", item.line(), item).ifPresent(values::add)));
    if (operator.wantsValues() == values.isEmpty()) {
      var problem =
          operator.word() + (operator.wantsValues() ? " needs values" : " takes no values");
      report(path, expression.line(), problem, "");
    } else {
      requirements.add(new Requirement(key, operator, values));
    }
  }

  private Optional<Operator> operator(String path, Marked.Mapping expression) {
    var word = text(expression, "operator");
    var found =
        Arrays.stream(Operator.values()).filter(each -> each.word().equals(word)).findFirst();
    if (found.isEmpty()) {
      int line = expression.entry("operator").map(Marked.Entry::line).orElse(expression.line());
      report(
          path + ".operator",
          line,
          "unknown operator \"" + word + "\"",
          "use In, NotIn, Exists or DoesNotExist");
    }
    return found;
  }

  private static String text(Marked.Mapping mapping, String field) {
    return mapping.entry(field).map(Marked.Entry::value).filter(value -> !value.isNull()).stream()
        .filter(Marked.Scalar.class::isInstance)
        .map(value -> ((Marked.Scalar) value).text())
        .findFirst()
        .orElse("");
  }

  private boolean checkKey(String path, int line, String key) {
    boolean valid = KEY.matcher(key).matches();
    if (!valid) {
      report(
          path, line, "\"" + key + "\" is not a label's name", "use e.g. app.kubernetes.io/name");
    }
    return valid;
  }

  private Optional<String> value(String path, int line, Marked value) {
    if (value instanceof Marked.Scalar scalar
        && scalar.type() == Marked.Type.STRING
        && VALUE.matcher(scalar.text()).matches()) {
      return Optional.of(scalar.text());
    }
    report(
        path, line, "a label's value must be a string of letters, digits, -, _ and .", "quote it");
    return Optional.empty();
  }

  private List<Marked.Entry> mapping(String path, Marked.Entry entry) {
    if (entry.value() instanceof Marked.Mapping mapping) {
      fields.checkRepeated(path + ".", mapping);
      return mapping.entries();
    }
    if (!entry.value().isNull()) {
      report(path, entry.line(), "must be a mapping", "");
    }
    return List.of();
  }

  private List<Marked> list(String path, Marked.Entry entry) {
    if (entry.value() instanceof Marked.Sequence list) {
      return list.items();
    }
    if (!entry.value().isNull()) {
      report(path, entry.line(), "must be a list", "");
    }
    return List.of();
  }

  private void report(String path, int line, String problem, String hint) {
    fields.problem(path, line, path + ": " + problem, hint);
  }
}
