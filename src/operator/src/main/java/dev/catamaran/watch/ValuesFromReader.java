package dev.catamaran.watch;

import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.watch.ValuesReference.Kind;
import java.util.List;
import java.util.Optional;

/** Reads the field {@code valuesFrom}: a list of references. */
record ValuesFromReader(Fields fields) {
  private static final List<String> NAMES =
      List.of("kind", "name", "key", "optional", "targetPath");

  List<ValuesReference> read() {
    return fields.list("valuesFrom", NAMES).stream()
        .flatMap(item -> reference(item).stream())
        .toList();
  }

  private static Optional<ValuesReference> reference(Fields item) {
    var kind = item.required("kind", List.of(Kind.values()), Kind::word);
    var name = item.text("name").orElse("");
    if (!ValuesReference.NAME.matcher(name).matches()) {
      item.problem("name", "name \"" + name + "\" is not an object's name", "");
      return Optional.empty();
    }
    var key = item.text("key").filter(text -> !text.isEmpty()).orElse(ValuesReference.DEFAULT_KEY);
    if (!ValuesReference.KEY.matcher(key).matches()) {
      item.problem("key", "key \"" + key + "\" cannot be one", "");
    }
    boolean optional = item.bool("optional").orElse(false);
    var target = targetPath(item);
    return kind.map(found -> new ValuesReference(found, name, key, optional, target));
  }

  private static Optional<String> targetPath(Fields item) {
    var target = item.text("targetPath").filter(text -> !text.isEmpty());
    try {
      if (target.isPresent()) {
        ValuesReference.checkTargetPath(target.get());
      }
    } catch (InvalidOverrideException e) {
      item.problem("targetPath", "targetPath: " + e.getMessage(), "");
    }
    return target;
  }
}
