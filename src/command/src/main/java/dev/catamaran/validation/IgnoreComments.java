package dev.catamaran.validation;

import dev.catamaran.yaml.Marked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Comments such as {@code # catamaran:ignore rbac-wildcard}. One covers the findings of its line
 * and of the line below its block of comments. In watches.yaml, one above or in an entry covers
 * also all findings about the charts of the entry, and one above all entries the whole project.
 */
final class IgnoreComments {
  private final CheckedProject project;
  private final Map<String, List<String>> lines = new HashMap<>();

  IgnoreComments(CheckedProject project) {
    this.project = project;
  }

  /** Whether a person has decided to live with a finding. */
  boolean cover(Finding finding) {
    return besides(finding).anyMatch(comment -> comment.names(finding.rule()))
        || ofWatches(finding).anyMatch(comment -> comment.names(finding.rule()));
  }

  /** Returns a finding for each name in watches.yaml that no rule has. */
  Stream<Finding> mistaken() {
    var file = project.watchesFile().path();
    var text = lines(file);
    return IntStream.rangeClosed(1, text.size())
        .boxed()
        .flatMap(
            number ->
                IgnoreComment.in(text.get(number - 1)).stream()
                    .flatMap(comment -> comment.unknown().stream())
                    .map(
                        name ->
                            Finding.of(
                                CheckRule.IGNORE_UNKNOWN,
                                file,
                                number,
                                "there is no rule \"%s\" to ignore".formatted(name))));
  }

  /** Returns the comments on the line of a finding, and those just above it. */
  private Stream<IgnoreComment> besides(Finding finding) {
    if (finding.line() == 0) {
      return Stream.empty();
    }
    var text = lines(finding.file());
    if (finding.line() > text.size()) {
      return Stream.empty();
    }
    return comments(text, blockAbove(text, finding.line()), finding.line());
  }

  private Stream<IgnoreComment> ofWatches(Finding finding) {
    var file = project.watchesFile().path();
    var text = lines(file);
    var starts = entries();
    if (text.isEmpty() || starts.isEmpty()) {
      return Stream.empty();
    }
    var above = comments(text, 1, blockAbove(text, starts.getFirst()) - 1);
    var own =
        IntStream.range(0, starts.size())
            .boxed()
            .filter(i -> concerns(finding, starts.get(i), end(text, starts, i)))
            .flatMap(i -> comments(text, blockAbove(text, starts.get(i)), end(text, starts, i)));
    return Stream.concat(above, own);
  }

  private boolean concerns(Finding finding, int start, int end) {
    boolean isInEntry =
        finding.file().equals(project.watchesFile().path())
            && finding.line() >= start
            && finding.line() <= end;
    return isInEntry
        || project.chartUses().stream()
            .filter(use -> use.watch().line() == start)
            .map(use -> use.chart().shown())
            .anyMatch(
                chart -> finding.file().equals(chart) || finding.file().startsWith(chart + "/"));
  }

  /** Returns the first lines of the entries. */
  private List<Integer> entries() {
    return project.watchesFile().documents().stream()
        .map(YamlDocument::root)
        .filter(Marked.Sequence.class::isInstance)
        .flatMap(list -> ((Marked.Sequence) list).items().stream())
        .map(Marked::line)
        .sorted()
        .toList();
  }

  private static int end(List<String> text, List<Integer> starts, int index) {
    return index + 1 < starts.size() ? blockAbove(text, starts.get(index + 1)) - 1 : text.size();
  }

  /** Returns the first line of the comments that end just above a line. */
  private static int blockAbove(List<String> text, int line) {
    int first = line;
    while (first > 1 && IgnoreComment.isComment(text.get(first - 2))) {
      first--;
    }
    return first;
  }

  private static Stream<IgnoreComment> comments(List<String> text, int from, int to) {
    return text.subList(from - 1, Math.max(from - 1, to)).stream()
        .map(IgnoreComment::in)
        .flatMap(Optional::stream);
  }

  private List<String> lines(String file) {
    return lines.computeIfAbsent(file, this::read);
  }

  private List<String> read(String file) {
    var path = project.folder().resolve(file);
    try (var read = Files.isRegularFile(path) ? Files.lines(path) : Stream.<String>empty()) {
      return read.toList();
    } catch (IOException | UncheckedIOException e) {
      // A finding says so already.
      return List.of();
    }
  }
}
