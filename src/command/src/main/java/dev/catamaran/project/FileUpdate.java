package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeFormatter;

/**
 * What an update makes of one file. Pure.
 *
 * @param content that the file has then; empty if it does not exist then
 * @param problem why a person must decide; empty without a conflict
 */
public record FileUpdate(Effect effect, Optional<byte[]> content, String problem) {
  /** What the markers of a conflict call the base and the two sides. */
  private static final List<String> NAMES = List.of("before", "yours", "new version");

  public enum Effect {
    /** It has the content of the new version already, or is in neither. */
    SAME(""),
    /** Only the new version has it. */
    ADDED("Added"),
    /** Nobody edited it, and the new version has another content. */
    CHANGED("Changed"),
    /** Nobody edited it, and the new version has it no more. */
    REMOVED("Removed"),
    /** A person and the new version changed different lines. */
    MERGED("Changed, merged with your edits"),
    /** It was edited, added or removed here, and the new version changes nothing there. */
    KEPT("Kept as they are here"),
    /** A person and the new version changed the same; the content is for a person to finish. */
    CONFLICT("In conflict with your edits");

    /** Of a list of such files; empty for none. */
    public final String title;

    Effect(String title) {
      this.title = title;
    }
  }

  /**
   * Decides from the file in the copied version, in the project, and in the new version; empty for
   * none. A file whose lines end otherwise in the project, as after a checkout by Git, counts as
   * unedited, and its lines stay so.
   */
  public static FileUpdate of(Optional<byte[]> old, Optional<byte[]> mine, Optional<byte[]> next) {
    if (isSame(mine, old)) {
      return taken(mine, next);
    }
    var before = old.map(text -> withLineEndsOf(mine, text));
    var theirs = next.map(text -> withLineEndsOf(mine, text));
    if (isSame(mine, before) || isSame(mine, theirs) || isSame(mine, next)) {
      return taken(mine, isSame(mine, next) ? next : theirs);
    }
    return isSame(before, theirs)
        ? new FileUpdate(Effect.KEPT, mine, "")
        : ofBoth(before, mine, theirs);
  }

  private static FileUpdate taken(Optional<byte[]> mine, Optional<byte[]> next) {
    if (isSame(mine, next)) {
      return new FileUpdate(Effect.SAME, mine, "");
    }
    if (next.isEmpty()) {
      return new FileUpdate(Effect.REMOVED, next, "");
    }
    return new FileUpdate(mine.isEmpty() ? Effect.ADDED : Effect.CHANGED, next, "");
  }

  private static FileUpdate ofBoth(
      Optional<byte[]> before, Optional<byte[]> mine, Optional<byte[]> theirs) {
    if (mine.isEmpty()) {
      return conflict(mine, "you removed it, and the new version changes it");
    }
    if (theirs.isEmpty()) {
      return conflict(mine, "you edited it, and the new version does not have it");
    }
    if (before.isEmpty()) {
      return conflict(
          isBinary(mine.get()) || isBinary(theirs.get())
              ? mine
              : merged(new byte[0], mine.get(), theirs.get(), "").content(),
          "you added it, and the new version adds another file of this name");
    }
    if (isBinary(before.get()) || isBinary(mine.get()) || isBinary(theirs.get())) {
      return conflict(mine, "you and the new version changed it, and it is no text");
    }
    return merged(
        before.get(), mine.get(), theirs.get(), "you and the new version changed the same lines");
  }

  /** Merges by line, as Git does; a conflict has both sides between markers. */
  private static FileUpdate merged(byte[] base, byte[] mine, byte[] theirs, String problem) {
    var result =
        new MergeAlgorithm()
            .merge(
                RawTextComparator.DEFAULT,
                new RawText(base),
                new RawText(mine),
                new RawText(theirs));
    var text = new ByteArrayOutputStream();
    try {
      new MergeFormatter().formatMerge(text, result, NAMES, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var content = Optional.of(text.toByteArray());
    return result.containsConflicts()
        ? conflict(content, problem)
        : new FileUpdate(Effect.MERGED, content, "");
  }

  private static FileUpdate conflict(Optional<byte[]> content, String problem) {
    return new FileUpdate(Effect.CONFLICT, content, problem);
  }

  private static boolean isSame(Optional<byte[]> one, Optional<byte[]> other) {
    return one.isEmpty()
        ? other.isEmpty()
        : other.filter(content -> Arrays.equals(content, one.get())).isPresent();
  }

  private static boolean isBinary(byte[] content) {
    return RawText.isBinary(content);
  }

  private static byte[] withLineEndsOf(Optional<byte[]> model, byte[] content) {
    if (model.isEmpty() || isBinary(model.get()) || isBinary(content)) {
      return content;
    }
    boolean isWanted = RawText.isCrLfText(model.get());
    if (isWanted == RawText.isCrLfText(content)) {
      return content;
    }
    // Each byte is one character, so that no other encoding is harmed.
    var text = new String(content, ISO_8859_1).replace("\r\n", "\n");
    return (isWanted ? text.replace("\n", "\r\n") : text).getBytes(ISO_8859_1);
  }
}
