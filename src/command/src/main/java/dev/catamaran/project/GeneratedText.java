package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.ContentMergeStrategy;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeChunk;

/**
 * A generated file that people may edit. Beside it, {@code .catamaran/generated} keeps the text as
 * it was generated last, so a later generation changes only what follows from charts and classes.
 */
record GeneratedText(String path, String text) {
  static final String MEMORY = ".catamaran/generated/";

  /**
   * Adds the file to the plan, merged with the edits of people.
   *
   * @return a note if an edit and a change of the generated text are at the same place: the edit
   *     stays
   */
  Optional<String> addTo(Changes changes) {
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
    changes.put(path, merged(ContentMergeStrategy.OURS, before.get(), present.get()).text());
    return merged(ContentMergeStrategy.CONFLICT, before.get(), present.get()).conflict()
        ? Optional.of(
            "%s: your edit and a change of the generated text are at the same place. Your edit stays; compare with %s"
                .formatted(path, MEMORY + path))
        : Optional.empty();
  }

  private record Merged(String text, boolean conflict) {}

  private Merged merged(ContentMergeStrategy strategy, String before, String present) {
    var algorithm = new MergeAlgorithm();
    algorithm.setContentMergeStrategy(strategy);
    var result = algorithm.merge(RawTextComparator.DEFAULT, raw(before), raw(present), raw(text));
    var merged = new StringBuilder();
    for (var chunk : result) {
      merged.append(lines(result.getSequences().get(chunk.getSequenceIndex()), chunk));
    }
    return new Merged(merged.toString(), result.containsConflicts());
  }

  private static String lines(RawText text, MergeChunk chunk) {
    return text.getString(chunk.getBegin(), chunk.getEnd(), false);
  }

  private static RawText raw(String text) {
    return new RawText(text.getBytes(UTF_8));
  }
}
