package dev.catamaran.preview;

import dev.catamaran.fields.FieldChange;
import dev.catamaran.inspect.Ink;
import dev.catamaran.inspect.Ink.Paint;
import dev.catamaran.inspect.TerminalText;
import dev.catamaran.inspect.Tree;
import dev.catamaran.preview.ObjectChange.Action;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Changes of objects for people. Pure. */
final class ChangeTrees {
  private ChangeTrees() {}

  /**
   * Returns a tree for each object.
   *
   * @param namespace is not named
   */
  static List<Tree> of(List<ObjectChange> objects, String namespace, Paint paint) {
    return objects.stream()
        .map(
            object -> {
              var title = TerminalText.oneLine(object.title(namespace));
              return Tree.of(ink(object.action()).on(title, paint), lines(object.fields()));
            })
        .toList();
  }

  /** Returns a line for each field. */
  static List<String> lines(List<FieldChange> fields) {
    return fields.stream().map(field -> TerminalText.oneLine(field.line())).toList();
  }

  /** Returns the numbers of created, changed and deleted objects. */
  static String counts(List<ObjectChange> objects) {
    return Arrays.stream(Action.values())
        .map(
            action ->
                "%d %s"
                    .formatted(
                        objects.stream().filter(object -> object.action() == action).count(),
                        action.word()))
        .collect(Collectors.joining(", "));
  }

  private static Ink ink(Action action) {
    return switch (action) {
      case CREATED -> Ink.GOOD;
      case CHANGED -> Ink.BUSY;
      case DELETED -> Ink.BAD;
    };
  }
}
