package dev.catamaran.watch;

import com.fasterxml.jackson.core.JsonPointer;
import dev.catamaran.manifest.IgnoreRule;
import dev.catamaran.manifest.ObjectPattern;
import dev.catamaran.yaml.Marked;
import java.util.List;
import java.util.Optional;

/** Reads the field {@code drift}: a word, or a mapping with that word and ignore rules. */
record DriftReader(Fields fields) {
  private static final String FIELD = "drift";
  private static final String PATHS = "paths";
  private static final List<String> NAMES = List.of("mode", "ignore");
  private static final List<String> RULE_NAMES = List.of(PATHS, "kind", "name", "labelSelector");
  private static final ObjectPattern ANY =
      new ObjectPattern(Optional.empty(), Optional.empty(), Selector.everything());

  DriftOptions read() {
    var found = fields.present(FIELD);
    if (found.filter(entry -> entry.value() instanceof Marked.Mapping).isPresent()) {
      return fields.mapping(FIELD, NAMES).map(DriftReader::options).orElseThrow();
    }
    return new DriftOptions(policy(fields, FIELD), List.of());
  }

  private static DriftOptions options(Fields drift) {
    var rules = drift.filledList("ignore", RULE_NAMES).stream().map(DriftReader::rule).toList();
    return new DriftOptions(policy(drift, "mode"), rules);
  }

  private static DriftPolicy policy(Fields fields, String field) {
    return fields.word(field, List.of(DriftPolicy.values())).orElse(DriftPolicy.CORRECT);
  }

  private static IgnoreRule rule(Fields rule) {
    var labels = new SelectorReader(rule, "labelSelector").read();
    var objects = new ObjectPattern(rule.text("kind"), rule.text("name"), labels);
    var paths = paths(rule);
    if (paths.isEmpty() && objects.equals(ANY) && rule.present(PATHS).isEmpty()) {
      rule.problem(
          "a rule that names nothing ignores everything",
          "name paths, kind, name or labelSelector; or say mode: ignore");
    }
    return new IgnoreRule(objects, paths);
  }

  private static List<JsonPointer> paths(Fields rule) {
    var found = rule.present(PATHS);
    if (found.isEmpty()) {
      return List.of();
    }
    if (found.get().value() instanceof Marked.Sequence list && !list.items().isEmpty()) {
      return list.items().stream().flatMap(item -> pointer(rule, item).stream()).toList();
    }
    rule.problem(
        PATHS,
        "paths: must be a list of JSON pointers",
        "leave paths out to ignore the objects whole");
    return List.of();
  }

  private static Optional<JsonPointer> pointer(Fields rule, Marked item) {
    var text = item instanceof Marked.Scalar scalar ? scalar.text() : "";
    var problem = problem(text);
    problem.ifPresent(
        what ->
            rule.problem(
                PATHS,
                item.line(),
                "paths: \"" + text + "\" " + what,
                "e.g. /spec/replicas or /metadata/annotations/example.com~1team"));
    return problem.isPresent() ? Optional.empty() : Optional.of(JsonPointer.compile(text));
  }

  /** Returns the reason why a text is not a JSON pointer (RFC 6901) to a field. */
  private static Optional<String> problem(String text) {
    if (!text.startsWith("/")) {
      return Optional.of("is not a JSON pointer: it must begin with /");
    }
    if (text.matches(".*~([^01].*)?")) {
      return Optional.of("is not a JSON pointer: ~ is written ~0, and / inside of a name ~1");
    }
    var names = List.of(text.substring(1).split("/", -1));
    if (names.contains("")) {
      return Optional.of("names no field between two slashes or at its end");
    }
    return names.contains("*")
        ? Optional.of("has a wildcard: items of lists are named by their index in the manifest")
        : Optional.empty();
  }
}
