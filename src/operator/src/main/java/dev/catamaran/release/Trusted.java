package dev.catamaran.release;

import dev.catamaran.release.Revision.Origin;
import java.util.Collections;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The stored revisions that a primary's status confirms. Everyone with write access to a
 * namespace's Secrets can store a revision there. So only revisions that the operator stored itself
 * decide what Helm changes, and which manifest a repair, rollback or deletion uses. Immutable.
 *
 * @param digests of revisions by number: content of each right after the operator stored it
 * @param attempt what was being made when the status was last written: the input digest, or {@link
 *     #copyOf} for a rollback, {@link #signedBy} a key; or {@link #editOf} for an edit of a stored
 *     revision; empty for none. A crash may have come between the revision and its report
 * @param earlier newest revision that an older version of the operator reported without digests; 0
 *     for none
 * @param inherited digest of the manifest that a Go operator reported; empty for none
 */
public record Trusted(
    SortedMap<Integer, String> digests, String attempt, int earlier, String inherited) {
  private static final String SIGNED_BY = " signed by ";

  /** Copies the map. */
  public Trusted {
    digests = Collections.unmodifiableSortedMap(new TreeMap<>(digests));
  }

  /** Confirms nothing. */
  public static Trusted nothing() {
    return new Trusted(new TreeMap<>(), "", 0, "");
  }

  /** Whether {@code revision} is the one stored for {@code primary}. */
  public boolean covers(Revision revision, PrimaryIdentity primary) {
    if (attempt.equals(editOf(revision))) {
      return true;
    }
    var known = digests.get(revision.number());
    if (known != null) {
      return known.equals(revision.digest());
    }
    if (revision.origin().isEmpty()) {
      return !inherited.isEmpty() && inherited.equals(revision.manifest().digest());
    }
    return revision.belongsTo(primary) && (isAttempt(revision) || isOfEarlierVersion(revision));
  }

  /** Whether it says nothing about any revision: none was made, or the status is lost. */
  public boolean isSilent() {
    return digests.isEmpty() && attempt.isEmpty() && earlier == 0 && inherited.isEmpty();
  }

  /** Whether it confirms a revision with a lower number. */
  public boolean namesOneBefore(int number) {
    return !digests.headMap(number).isEmpty();
  }

  /** A revision that the operator just stored is newer than all reported ones. */
  private boolean isAttempt(Revision revision) {
    return !attempt.isEmpty()
        && (revision.madeFrom(attempted()) || isAttemptedCopy(revision))
        && (digests.isEmpty() || revision.number() > digests.lastKey())
        && isSigned(revision);
  }

  /** A copy has the input digest of its target, which may be empty or that of another revision. */
  private boolean isAttemptedCopy(Revision revision) {
    var target = revision.origin().map(Origin::literalOf).orElse(OptionalInt.empty());
    return target.isPresent() && attempted().equals(copyOf(target.getAsInt()));
  }

  private String attempted() {
    int end = attempt.indexOf(SIGNED_BY);
    return end < 0 ? attempt : attempt.substring(0, end);
  }

  /**
   * Whether a revision has the signature of the attempt, if that has a key: those of older versions
   * of the operator have none.
   */
  public boolean isSigned(Revision revision) {
    int end = attempt.indexOf(SIGNED_BY);
    return end < 0 || revision.seal().isBy(attempt.substring(end + SIGNED_BY.length()));
  }

  private boolean isOfEarlierVersion(Revision revision) {
    return digests.isEmpty() && earlier > 0 && revision.number() <= earlier + 1;
  }

  /** Returns this with {@code revision} in its present form added. */
  public Trusted with(Revision revision) {
    var more = new TreeMap<>(digests);
    more.put(revision.number(), revision.digest());
    return new Trusted(more, attempt, earlier, inherited);
  }

  /** Returns this without the revision of that number. */
  public Trusted without(int number) {
    var fewer = new TreeMap<>(digests);
    fewer.remove(number);
    return new Trusted(fewer, attempt, earlier, inherited);
  }

  /** Returns this with the digests of {@code newer} added. */
  public Trusted with(Trusted newer) {
    var more = new TreeMap<>(digests);
    more.putAll(newer.digests);
    return new Trusted(more, attempt, earlier, inherited);
  }

  /**
   * Returns this for an attempt.
   *
   * @param attempt an input digest, {@link #copyOf} or {@link #editOf}, perhaps signed; empty for
   *     none
   */
  public Trusted attempting(String attempt) {
    return new Trusted(digests, attempt, earlier, inherited);
  }

  /**
   * Returns an attempt that only a signed revision can be the result of: everybody who may read the
   * status knows its input.
   *
   * @param publicHalf of the key
   */
  public static String signedBy(String publicHalf, String attempt) {
    return attempt + SIGNED_BY + publicHalf;
  }

  /** Returns the attempt to restore the objects of revision {@code number}. */
  public static String copyOf(int number) {
    return "copy of revision " + number;
  }

  /**
   * Returns the attempt to edit a stored revision: the status names exactly that content.
   *
   * @param edited the revision after the edit
   */
  public static String editOf(Revision edited) {
    return "revision %d as %s".formatted(edited.number(), edited.digest());
  }

  /** Returns this with the newest {@code count} revisions only. */
  public Trusted newest(int count) {
    var kept = new TreeMap<>(digests);
    while (kept.size() > count) {
      kept.pollFirstEntry();
    }
    return new Trusted(kept, attempt, earlier, inherited);
  }
}
