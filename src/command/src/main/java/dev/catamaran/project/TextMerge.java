package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.ContentMergeStrategy;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeFormatter;

/** Two changes of one text, merged by line as Git does. Pure. */
final class TextMerge {
  /** What the markers of a conflict call the base and the two sides. */
  private static final List<String> NAMES = List.of("before", "yours", "new version");

  private final ByteArrayOutputStream merged = new ByteArrayOutputStream();
  private final boolean isConflict;

  private TextMerge(byte[] base, byte[] mine, byte[] theirs, ContentMergeStrategy strategy) {
    var algorithm = new MergeAlgorithm();
    algorithm.setContentMergeStrategy(strategy);
    var result =
        algorithm.merge(
            RawTextComparator.DEFAULT, new RawText(base), new RawText(mine), new RawText(theirs));
    isConflict = result.containsConflicts();
    try {
      new MergeFormatter().formatMerge(merged, result, NAMES, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Merges; a conflict has both sides between markers. */
  static TextMerge of(byte[] base, byte[] mine, byte[] theirs) {
    return new TextMerge(base, mine, theirs, ContentMergeStrategy.CONFLICT);
  }

  /** Merges; in a conflict, the person's side stays. */
  static TextMerge keeping(byte[] base, byte[] mine, byte[] theirs) {
    return new TextMerge(base, mine, theirs, ContentMergeStrategy.OURS);
  }

  /** Returns the merged text. */
  byte[] content() {
    return merged.toByteArray();
  }

  /** Whether both changed the same lines. */
  boolean isConflict() {
    return isConflict;
  }
}
