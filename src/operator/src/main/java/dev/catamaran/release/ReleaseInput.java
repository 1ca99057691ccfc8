package dev.catamaran.release;

import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The input of a release. Pure.
 *
 * @param digest of chart and values, with the mark of the edition
 * @param today the cluster's present answers to what the revisions of the release asked
 * @param changed digest of those that are others than the last rendering got; empty for none
 */
public record ReleaseInput(String digest, Asked today, String changed) {
  private static final String MARK = ".";

  /** Returns the input with this digest, in a cluster about which nothing was asked. */
  public static ReleaseInput ofDigest(String digest) {
    return new ReleaseInput(digest, Asked.NOTHING, "");
  }

  /** Returns the input with this content. */
  public static ReleaseInput of(String content) {
    return ofDigest(DigestUtils.sha256Hex(content));
  }

  /**
   * Returns the same input, marked by the edition that it is of. The mark tells later with which
   * edition a revision was made; an input with another mark is the same input.
   *
   * @param edition its id
   */
  public ReleaseInput markedBy(String edition) {
    return new ReleaseInput(digest + MARK + edition, today, changed);
  }

  /**
   * Returns the same input in the present cluster.
   *
   * @param answers to all questions of the revisions
   * @param last what the last rendering asked; empty if nobody knows
   */
  public ReleaseInput in(Asked answers, Optional<Asked> last) {
    return new ReleaseInput(digest, answers, last.map(asked -> asked.changed(answers)).orElse(""));
  }

  /** Whether a revision of this origin has the objects that the present input has. */
  public boolean made(Revision.Origin origin) {
    return isSame(origin.inputDigest(), digest)
        && origin.asked().filter(asked -> asked.changed(today).isEmpty()).isPresent();
  }

  /** Returns what failures are counted for: another answer may let the input succeed. */
  public String counted() {
    return changed.isEmpty() ? digest : unmarked(digest) + "+" + changed + marks(digest);
  }

  /** Returns the id of the edition in a digest: of chart and overrides. Empty for none. */
  public static String editionIn(String digest) {
    return marks(digest).replace(MARK, "");
  }

  /** Whether two digests are of the same input. */
  public static boolean isSame(String one, String other) {
    return unmarked(one).equals(unmarked(other));
  }

  private static String unmarked(String digest) {
    return digest.substring(0, digest.length() - marks(digest).length());
  }

  private static String marks(String digest) {
    int marked = digest.indexOf(MARK);
    return marked < 0 ? "" : digest.substring(marked);
  }
}
