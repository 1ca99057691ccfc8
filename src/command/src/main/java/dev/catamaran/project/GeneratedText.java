package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;

/**
 * A generated file that people may edit. Beside it, {@code .catamaran/generated} keeps the text as
 * it was generated last, so a later generation changes only what follows from charts and classes.
 */
record GeneratedText(String path, String text) {
  static final String MEMORY = ".catamaran/generated/";

  /** Ends the name of the text before a change that an edit keeps out. */
  private static final String BEFORE = ".before";

  /**
   * Adds the file to the plan, merged with the edits of people.
   *
   * @return a note if an edit and a change of the generated text are at the same place: the edit
   *     stays, and the note comes again until a person has decided
   */
  Optional<String> addTo(Changes changes) {
    var present = changes.text(path);
    var unsolved = MEMORY + path + BEFORE;
    var before = changes.text(unsolved).or(() -> changes.text(MEMORY + path));
    changes.put(MEMORY + path, text);
    changes.delete(unsolved);
    if (present.isEmpty()) {
      changes.put(path, text);
      return Optional.empty();
    }
    if (before.isEmpty()) {
      changes.create(path, text);
      return Optional.empty();
    }
    if (before.get().equals(text)) {
      changes.put(path, present.get());
      return Optional.empty();
    }
    var sides = List.of(bytes(before.get()), bytes(present.get()), bytes(text));
    changes.put(path, TextMerge.keeping(sides.get(0), sides.get(1), sides.get(2)).content());
    if (!TextMerge.of(sides.get(0), sides.get(1), sides.get(2)).isConflict()) {
      return Optional.empty();
    }
    changes.put(unsolved, before.get());
    return Optional.of(
        "%s: your edit and a change of the generated text are at the same place. Your edit stays; take the lines of %s there, or keep yours and delete %s"
            .formatted(path, MEMORY + path, unsolved));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
