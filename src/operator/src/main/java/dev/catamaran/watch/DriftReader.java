package dev.catamaran.watch;

import com.fasterxml.jackson.core.JsonPointer;
import dev.catamaran.manifest.IgnoreRule;
import dev.catamaran.manifest.ObjectPattern;
import dev.catamaran.yaml.Marked;
import java.util.List;
import java.util.Optional;

/** Reads the field {@code drift}: a word, or a mapping with that word and ignore rules. */
final class DriftReader {
  private static final ObjectPattern ANY =
      new ObjectPattern(Optional.empty(), Optional.empty(), Selector.everything());

  private DriftReader() {}

  static DriftOptions read(Fields fields) {
    if (fields.value("drift").filter(Marked.Mapping.class::isInstance).isEmpty()) {
      return new DriftOptions(fields.word("drift", DriftPolicy.CORRECT), List.of());
    }
    var drift = fields.mapping("drift").orElseThrow();
    return new DriftOptions(
        drift.word("mode", DriftPolicy.CORRECT),
        drift.list("ignore").stream().map(DriftReader::rule).toList());
  }

  private static IgnoreRule rule(Fields rule) {
    var labels = OptionsReader.selector(rule, "labelSelector");
    var objects = new ObjectPattern(rule.text("kind"), rule.text("name"), labels);
    var paths = rule.texts("paths").stream().map(JsonPointer::compile).toList();
    boolean isRefused = rule.mapping().entries().stream().anyMatch(found -> found.value().isNull());
    if (paths.isEmpty() && objects.equals(ANY) && !isRefused) {
      rule.problem(
          "a rule that names nothing ignores everything",
          "name paths, kind, name or labelSelector; or say mode: ignore");
    }
    return new IgnoreRule(objects, paths);
  }
}
