package dev.catamaran.definition;

import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.Marked;
import dev.catamaran.yaml.MarkedYaml;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Descriptions of values, from the comments of values.yaml. Knows the notations of helm-docs and of
 * Bitnami's generator; otherwise uses the comment above a key, or behind its value.
 *
 * @param byPath descriptions by {@link ValuePath#text}
 */
record ValuesComments(Map<String, String> byPath) {

  ValuesComments {
    byPath = Map.copyOf(byPath);
  }

  /** Reads the comments of a values.yaml. Returns none if the text cannot be read with comments. */
  static ValuesComments of(String text) {
    try {
      var lines = CommentLines.of(text);
      var found = new HashMap<>(CommentText.addressed(lines.texts()));
      var documents = MarkedYaml.documents(text);
      if (!documents.isEmpty()) {
        collect(lines, ValuePath.TOP, documents.getFirst(), found);
      }
      return new ValuesComments(found);
    } catch (InvalidYamlException | YAMLException e) {
      return new ValuesComments(Map.of());
    }
  }

  /** Returns the description of the value at a path. */
  Optional<String> at(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  private static void collect(
      CommentLines lines, ValuePath path, Marked value, Map<String, String> found) {
    switch (value) {
      case Marked.Scalar ignored -> {}
      case Marked.Sequence list ->
          list.items().forEach(item -> collect(lines, path.items(), item, found));
      case Marked.Mapping mapping -> {
        for (var entry : mapping.entries()) {
          var below = path.key(entry.key());
          description(lines, entry).ifPresent(text -> found.putIfAbsent(below.text(), text));
          collect(lines, below, entry.value(), found);
        }
      }
    }
  }

  private static Optional<String> description(CommentLines lines, Marked.Entry key) {
    return CommentText.marked(lines.above(key.line()))
        .or(() -> CommentText.plain(lines.above(key.line(), key.column())))
        .or(() -> CommentText.plain(lines.behind(key.line()).map(List::of).orElse(List.of())));
  }
}
