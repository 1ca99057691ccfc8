package dev.catamaran.watch;

import dev.catamaran.watch.Source.JavaReconcilers;
import dev.catamaran.yaml.Marked;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Reads the class name, or the list of them, of an entry without a chart. */
record ReconcilersReader(Fields fields, Predicate<String> classExists) {

  private static final String FIELD = "reconciler";

  JavaReconcilers read(Marked.Entry entry) {
    var names = new ArrayList<String>();
    var items =
        entry.value() instanceof Marked.Sequence list ? list.items() : List.of(entry.value());
    if (items.isEmpty()) {
      fields.problem(FIELD, entry.line(), "reconciler: the list is empty", "name a Java class");
    }
    for (var item : items) {
      var name = item instanceof Marked.Scalar scalar ? scalar.text() : "";
      if (isUsable(item.line(), name, names)) {
        names.add(name);
      }
    }
    return new JavaReconcilers(names);
  }

  private boolean isUsable(int line, String name, List<String> before) {
    if (!isClassName(name)) {
      fields.problem(
          FIELD,
          line,
          "reconciler: \"" + name + "\" is not a Java class name",
          "use e.g. com.example.MemcachedReconciler");
      return false;
    }
    if (before.contains(name)) {
      fields.problem(FIELD, line, "reconciler: " + name + " is listed twice", "remove one");
      return false;
    }
    if (!classExists.test(name)) {
      fields.problem(
          FIELD,
          line,
          "class " + name + " is not on the class path",
          "add its jar, or correct the name");
      return false;
    }
    return true;
  }

  private static boolean isClassName(String name) {
    for (var part : name.split("\\.", -1)) {
      if (part.isEmpty()
          || !Character.isJavaIdentifierStart(part.codePointAt(0))
          || !part.codePoints().allMatch(Character::isJavaIdentifierPart)) {
        return false;
      }
    }
    return true;
  }
}
