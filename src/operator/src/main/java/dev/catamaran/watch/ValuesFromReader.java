package dev.catamaran.watch;

import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.watch.ValuesReference.Kind;
import dev.catamaran.yaml.Marked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads valuesFrom: a list of mappings. */
record ValuesFromReader(Fields fields) {

  private static final String FIELD = "valuesFrom";
  private static final Set<String> KNOWN = Set.of("kind", "name", "key", "optional", "targetPath");

  List<ValuesReference> read() {
    var references = new ArrayList<ValuesReference>();
    fields
        .present(FIELD)
        .ifPresent(
            found -> {
              if (found.value() instanceof Marked.Sequence list) {
                for (int i = 0; i < list.items().size(); i++) {
                  item(FIELD + "[" + i + "]", list.items().get(i)).ifPresent(references::add);
                }
              } else {
                report(FIELD, found.line(), "must be a list", "begin each item with -");
              }
            });
    return references;
  }

  private Optional<ValuesReference> item(String path, Marked marked) {
    if (!(marked instanceof Marked.Mapping item)) {
      report(path, marked.line(), "expected a mapping", "write kind: and name:");
      return Optional.empty();
    }
    fields.checkRepeated(path + ".", item);
    item.entries().stream()
        .filter(entry -> !KNOWN.contains(entry.key()))
        .forEach(
            entry ->
                report(
                    path,
                    entry.line(),
                    "unknown field \"" + entry.key() + "\"",
                    "use kind, name, key, optional and targetPath"));
    var kind = kind(path, item);
    var name = text(path, item, "name");
    if (!ValuesReference.NAME.matcher(name).matches()) {
      report(path, line(item, "name"), "name \"" + name + "\" is not an object's name", "");
      return Optional.empty();
    }
    return kind.map(
        found ->
            new ValuesReference(
                found, name, key(path, item), optional(path, item), targetPath(path, item)));
  }

  private Optional<Kind> kind(String path, Marked.Mapping item) {
    var word = text(path, item, "kind");
    var kind = Kind.of(word);
    if (kind.isEmpty()) {
      report(path, line(item, "kind"), "unknown kind \"" + word + "\"", "use Secret or ConfigMap");
    }
    return kind;
  }

  private String key(String path, Marked.Mapping item) {
    var key = text(path, item, "key");
    if (!key.isEmpty() && !ValuesReference.KEY.matcher(key).matches()) {
      report(path, line(item, "key"), "key \"" + key + "\" cannot be one", "");
    }
    return key.isEmpty() ? ValuesReference.DEFAULT_KEY : key;
  }

  private boolean optional(String path, Marked.Mapping item) {
    var entry = item.entry("optional").filter(found -> !found.value().isNull());
    if (entry.isEmpty()) {
      return false;
    }
    if (entry.get().value() instanceof Marked.Scalar scalar
        && scalar.type() == Marked.Type.BOOLEAN) {
      return Words.isTrue(scalar.text());
    }
    report(path, entry.get().line(), "optional must be true or false", "without quotes");
    return false;
  }

  private Optional<String> targetPath(String path, Marked.Mapping item) {
    var target = text(path, item, "targetPath");
    if (target.isEmpty()) {
      return Optional.empty();
    }
    try {
      ValuesReference.checkTargetPath(target);
    } catch (InvalidOverrideException e) {
      report(path, line(item, "targetPath"), "targetPath: " + e.getMessage(), "");
    }
    return Optional.of(target);
  }

  private String text(String path, Marked.Mapping item, String field) {
    var entry = item.entry(field).filter(found -> !found.value().isNull());
    if (entry.isEmpty()) {
      return "";
    }
    if (entry.get().value() instanceof Marked.Scalar scalar) {
      return scalar.text();
    }
    report(path, entry.get().line(), field + " must be a string", "");
    return "";
  }

  private static int line(Marked.Mapping item, String field) {
    return item.entry(field).map(Marked.Entry::line).orElse(item.line());
  }

  private void report(String path, int line, String problem, String hint) {
    fields.problem(path, line, path + ": " + problem, hint);
  }
}
