package dev.catamaran.observe;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Trusted;
import dev.catamaran.status.Reasons;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Trusted revisions of each primary, during its passes. Between passes, only those that its status
 * does not contain yet.
 */
public final class TrustedRevisions {
  private final UnaryOperator<String> signed;
  private final Map<String, Trusted> byPrimary = new ConcurrentHashMap<>();
  private final Map<String, Consumer<Trusted>> announcements = new ConcurrentHashMap<>();
  private final Map<String, List<Deletion>> deletions = new ConcurrentHashMap<>();

  /** What a pass deleted, and no person asked for it: the reason of its Event, and its sentence. */
  public record Deletion(String reason, String sentence) {}

  /**
   * Creates trust.
   *
   * @param signed adds to an attempt the key with which the engine signs its revision
   */
  public TrustedRevisions(UnaryOperator<String> signed) {
    this.signed = signed;
  }

  /**
   * Begins a pass.
   *
   * @param reported the status's trusted revisions
   * @param announcement writes the next attempt into the status
   */
  public void begin(PrimaryIdentity primary, Trusted reported, Consumer<Trusted> announcement) {
    announcements.put(primary.uid(), announcement);
    byPrimary.merge(primary.uid(), reported, (before, now) -> now.with(before));
  }

  public Trusted of(PrimaryIdentity primary) {
    return byPrimary.getOrDefault(primary.uid(), Trusted.nothing());
  }

  public boolean covers(PrimaryIdentity primary, Revision revision) {
    return of(primary).covers(revision, primary);
  }

  /** Trusts {@code revision} in its present form from now on. */
  public void note(PrimaryIdentity primary, Revision revision) {
    change(primary, before -> before.with(revision));
  }

  private void change(PrimaryIdentity primary, UnaryOperator<Trusted> change) {
    byPrimary.compute(
        primary.uid(), (uid, before) -> change.apply(before == null ? Trusted.nothing() : before));
  }

  /** Trusts each covered revision by its digest from now on. */
  public void noteCovered(PrimaryIdentity primary, History stored) {
    stored.revisions().stream()
        .filter(revision -> covers(primary, revision))
        .toList()
        .forEach(revision -> note(primary, revision));
  }

  /** Forgets a revision that the operator deleted: the status has room for others. */
  public void forget(PrimaryIdentity primary, Revision revision) {
    byPrimary.computeIfPresent(primary.uid(), (uid, before) -> before.without(revision.number()));
  }

  /**
   * Forgets all revisions, since none is stored any more. The revisions of a new history have the
   * same numbers, and their digests differ.
   */
  public void forgetAll(PrimaryIdentity primary) {
    byPrimary.put(primary.uid(), Trusted.nothing());
  }

  /**
   * Announces an attempt: Helm is about to store a revision. The status records this first, as a
   * crash may prevent the report of the stored revision.
   *
   * @param attempt the input digest of the revision, or {@link Trusted#copyOf}
   */
  public void announce(PrimaryIdentity primary, String attempt) {
    write(primary, signed.apply(attempt));
  }

  private void write(PrimaryIdentity primary, String attempt) {
    change(primary, before -> before.attempting(attempt));
    announcements.getOrDefault(primary.uid(), trusted -> {}).accept(of(primary));
  }

  /** Whether a call has not returned that may store a revision. */
  public boolean isAttempting(PrimaryIdentity primary) {
    return !of(primary).attempt().isEmpty();
  }

  /** Whether the present attempt can have stored a revision. */
  public boolean isSigned(PrimaryIdentity primary, Revision revision) {
    return of(primary).isSigned(revision);
  }

  /**
   * Edits a stored revision by the operator itself: announces the edit, and trusts the edited
   * revision once it is stored.
   *
   * @param edit stores the edited revision after it has given it to its argument; false if another
   *     client changed the revision
   * @return whether the edited revision is stored
   */
  public boolean edit(PrimaryIdentity primary, Predicate<Consumer<Revision>> edit) {
    var announced = new ArrayList<Revision>();
    boolean isStored =
        edit.test(
            edited -> {
              announced.add(edited);
              write(primary, Trusted.editOf(edited));
            });
    endAttempt(primary);
    if (isStored) {
      announced.forEach(edited -> note(primary, edited));
    }
    return isStored;
  }

  /**
   * Ends the attempt, whose call has returned: the revision that it stored is trusted by its
   * digest, or it stored none. A pass that fails before that leaves the attempt to the next pass.
   */
  public void endAttempt(PrimaryIdentity primary) {
    change(primary, before -> before.attempting(""));
  }

  /** Records the removal of stored revisions that nothing names. */
  public void noteRemoved(PrimaryIdentity primary, List<String> secrets) {
    if (!secrets.isEmpty()) {
      note(
          primary,
          Reasons.REVISION_NOT_TRUSTED,
          "deleted release Secrets that this operator did not store: "
              + String.join(", ", secrets));
    }
  }

  /**
   * Records the deletion of objects of the release.
   *
   * @param why a clause that follows their names
   */
  public void noteDeleted(PrimaryIdentity primary, List<ObjectKey> objects, String why) {
    if (!objects.isEmpty()) {
      noteDeleted(primary, "deleted %s, %s".formatted(ObjectKey.list(objects), why));
    }
  }

  /** Records a sentence about such a deletion. */
  public void noteDeleted(PrimaryIdentity primary, String sentence) {
    note(primary, Reasons.OBJECTS_DELETED, sentence);
  }

  private void note(PrimaryIdentity primary, String reason, String sentence) {
    deletions
        .computeIfAbsent(primary.uid(), uid -> new CopyOnWriteArrayList<>())
        .add(new Deletion(reason, sentence));
  }

  /** Returns the deletions of this pass. */
  public List<Deletion> deletions(PrimaryIdentity primary) {
    return deletions.getOrDefault(primary.uid(), List.of());
  }

  /** Returns the result of a pass. If it fails, what it trusts is left to the next one. */
  public <T> T during(PrimaryIdentity primary, Supplier<T> pass) {
    try {
      return pass.get();
    } finally {
      announcements.remove(primary.uid());
    }
  }

  /** Forgets a primary that is gone. A pass over it may go on, and ends by itself. */
  public void forget(PrimaryIdentity primary) {
    if (!announcements.containsKey(primary.uid())) {
      end(primary);
    }
  }

  /** Ends a pass, after the status contains everything. */
  public void end(PrimaryIdentity primary) {
    byPrimary.remove(primary.uid());
    deletions.remove(primary.uid());
    announcements.remove(primary.uid());
  }
}
