package dev.catamaran.manifests;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.project.Changes;
import dev.catamaran.project.FileUpdate;
import java.util.Optional;

/**
 * A generated file that people may edit. Beside it, {@code .catamaran/generated} keeps the text as
 * it was generated last, so a later generation changes only what follows from charts and classes.
 */
final class GeneratedText {
  static final String MEMORY = ".catamaran/generated/";

  private GeneratedText() {}

  /**
   * Plans the file, merged with the edits of people.
   *
   * @return a note if the file has the markers of a conflict, from this merge or an earlier one
   */
  static Optional<String> add(Changes changes, String path, String text) {
    var present = changes.text(path);
    var before = changes.text(MEMORY + path);
    changes.put(MEMORY + path, text);
    if (present.isEmpty()) {
      changes.put(path, text);
      return Optional.empty();
    }
    if (before.isEmpty()) {
      changes.create(path, text);
      return Optional.empty();
    }
    var merged =
        new String(
            FileUpdate.of(bytes(before), bytes(present), bytes(Optional.of(text)))
                .content()
                .orElseThrow(),
            UTF_8);
    changes.put(path, merged);
    return merged.contains("<<<<<<< yours\n")
        ? Optional.of(
            "%s: your edit and a change of the generated text are at the same place. The file has both, with the markers of Git: decide"
                .formatted(path))
        : Optional.empty();
  }

  private static Optional<byte[]> bytes(Optional<String> text) {
    return text.map(content -> content.getBytes(UTF_8));
  }
}
