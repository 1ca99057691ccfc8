package dev.catamaran.chart;

import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.Marked;
import dev.catamaran.yaml.MarkedYaml;
import java.util.List;
import java.util.Optional;

/** A mapping in a chart's YAML file, and the file's path for its problems. */
record ChartYaml(String file, Marked.Mapping fields) {

  /**
   * Reads a file that must be a mapping or empty. Like Helm, reads only the first document.
   *
   * @return empty if it is invalid; the cause is then in {@code problems}
   */
  static Optional<ChartYaml> read(String file, String text, List<ChartProblem> problems) {
    try {
      var documents = MarkedYaml.documents(text);
      var first = documents.isEmpty() ? new Marked.Mapping(1, 1, List.of()) : documents.getFirst();
      if (first instanceof Marked.Mapping mapping) {
        return Optional.of(new ChartYaml(file, mapping));
      }
      problems.add(
          new ChartProblem(file, first.line(), "expected a mapping", "write key: value lines"));
    } catch (InvalidYamlException e) {
      problems.add(
          new ChartProblem(file, e.line(), "column " + e.column() + ": " + e.problem(), ""));
    }
    return Optional.empty();
  }

  /**
   * Returns the field's text; empty text if it is not a scalar; nothing if it is absent or null.
   */
  Optional<String> text(String field) {
    return fields
        .entry(field)
        .map(Marked.Entry::value)
        .filter(value -> !value.isNull())
        .map(value -> value instanceof Marked.Scalar scalar ? scalar.text() : "");
  }

  /** Returns the mappings in the list with that name; omits other items. */
  List<ChartYaml> list(String field) {
    return items(field).stream()
        .filter(Marked.Mapping.class::isInstance)
        .map(item -> new ChartYaml(file, (Marked.Mapping) item))
        .toList();
  }

  List<Marked> items(String field) {
    return fields.entry(field).map(Marked.Entry::value).stream()
        .filter(Marked.Sequence.class::isInstance)
        .flatMap(list -> ((Marked.Sequence) list).items().stream())
        .toList();
  }

  /** Returns a problem at that field, or at the top if the field is absent. */
  ChartProblem problem(String field, String problem, String hint) {
    int line = fields.entry(field).map(Marked.Entry::line).orElse(fields.line());
    return new ChartProblem(file, line, problem, hint);
  }
}
