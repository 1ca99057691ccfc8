package dev.catamaran.validation;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A comment that names rules to ignore. Pure.
 *
 * @param rules as they are written
 */
record IgnoreComment(List<String> rules) {
  private static final Pattern FORM =
      Pattern.compile("(?:#|//|/\\*)\\s*catamaran:ignore\\s+([\\w-]+(?:\\s*,\\s*[\\w-]+)*)");

  /** Of YAML, and of Go's templates. */
  private static final Pattern COMMENT = Pattern.compile("\\s*(?:#|\\{\\{-?\\s*/\\*).*");

  /** Copies the list. */
  IgnoreComment {
    rules = List.copyOf(rules);
  }

  /** Returns the comment in a line; empty for a line without one. */
  static Optional<IgnoreComment> in(String line) {
    var found = FORM.matcher(line);
    return found.find()
        ? Optional.of(new IgnoreComment(List.of(found.group(1).split("\\s*,\\s*"))))
        : Optional.empty();
  }

  /** Whether a line has nothing but a comment. */
  static boolean isComment(String line) {
    return COMMENT.matcher(line).matches();
  }

  boolean names(CheckRule rule) {
    return rules.contains(rule.id());
  }

  /** Returns the names that no rule has. */
  List<String> unknown() {
    return rules.stream()
        .filter(name -> Stream.of(CheckRule.values()).noneMatch(rule -> rule.id().equals(name)))
        .toList();
  }
}
