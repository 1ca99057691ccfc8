package dev.catamaran.release;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which stored revisions a primary's status vouches for. Whoever may write Secrets in a namespace
 * can store a revision there; what Helm is told to change, and what is repaired, rolled back to or
 * deleted by its manifest, comes only from those that the operator itself has stored. Immutable.
 *
 * @param digests of revisions by number: what each held when the operator had just stored it
 * @param attempt input digest of what was being deployed when the status was last written; empty
 *     for none: a crash may have come between the revision and its report
 * @param earlier newest revision that an older version of the operator reported, when it did not
 *     report digests yet; 0 for none
 * @param inherited digest of the manifest that a Go operator reported; empty for none
 */
public record Believed(
    SortedMap<Integer, String> digests, String attempt, int earlier, String inherited) {
  /** Copies the map. */
  public Believed {
    digests = Collections.unmodifiableSortedMap(new TreeMap<>(digests));
  }

  /** Vouches for nothing. */
  public static Believed nothing() {
    return new Believed(new TreeMap<>(), "", 0, "");
  }

  /** Whether {@code revision} is what was stored for {@code primary}. */
  public boolean covers(Revision revision, PrimaryIdentity primary) {
    var known = digests.get(revision.number());
    if (known != null) {
      return known.equals(revision.digest());
    }
    if (revision.origin().isEmpty()) {
      return !inherited.isEmpty() && inherited.equals(revision.manifest().digest());
    }
    return revision.belongsTo(primary) && (isAttempt(revision) || isOfEarlierVersion(revision));
  }

  /** Whether it knows a revision with a lower number. */
  public boolean vouchesForOneBefore(int number) {
    return !digests.headMap(number).isEmpty();
  }

  /** A revision that was just stored is newer than all that were reported. */
  private boolean isAttempt(Revision revision) {
    return !attempt.isEmpty()
        && revision.madeFrom(attempt)
        && (digests.isEmpty() || revision.number() > digests.lastKey());
  }

  private boolean isOfEarlierVersion(Revision revision) {
    return digests.isEmpty() && earlier > 0 && revision.number() <= earlier + 1;
  }

  /** This, and {@code revision} as it is. */
  public Believed with(Revision revision) {
    var more = new TreeMap<>(digests);
    more.put(revision.number(), revision.digest());
    return new Believed(more, attempt, earlier, inherited);
  }

  /** This, and what {@code newer} vouches for. */
  public Believed with(Believed newer) {
    var more = new TreeMap<>(digests);
    more.putAll(newer.digests);
    return new Believed(more, attempt, earlier, inherited);
  }

  /** This while that input is being deployed; empty for none. */
  public Believed attempting(String input) {
    return new Believed(digests, input, earlier, inherited);
  }

  /** This for the newest {@code count} revisions. */
  public Believed newest(int count) {
    var kept = new TreeMap<>(digests);
    while (kept.size() > count) {
      kept.pollFirstEntry();
    }
    return new Believed(kept, attempt, earlier, inherited);
  }
}
