package dev.catamaran.watch;

import dev.catamaran.yaml.Marked;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Reads the class name or the list of class names in a field.
 *
 * @param field name of the field
 * @param example a class name for hints
 */
record ClassNamesReader(
    Fields fields, Predicate<String> classExists, String field, String example) {

  List<String> read(Marked.Entry entry) {
    var names = new ArrayList<String>();
    var items =
        entry.value() instanceof Marked.Sequence list ? list.items() : List.of(entry.value());
    if (items.isEmpty()) {
      fields.problem(field, entry.line(), field + ": the list is empty", "name a Java class");
    }
    for (var item : items) {
      var name = item instanceof Marked.Scalar scalar ? scalar.text() : "";
      if (isUsable(item.line(), name, names)) {
        names.add(name);
      }
    }
    return names;
  }

  private boolean isUsable(int line, String name, List<String> before) {
    if (!isClassName(name)) {
      fields.problem(
          field,
          line,
          field + ": \"" + name + "\" is not a Java class name",
          "use e.g. " + example);
      return false;
    }
    if (before.contains(name)) {
      fields.problem(field, line, field + ": " + name + " is listed twice", "remove one");
      return false;
    }
    if (!classExists.test(name)) {
      fields.problem(
          field,
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
