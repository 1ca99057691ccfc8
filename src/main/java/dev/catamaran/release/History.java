package dev.catamaran.release;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The revisions of one release that are known, oldest first. Superseded revisions may be missing:
 * nothing is decided on them.
 *
 * @param revisions in ascending order
 */
public record History(List<Revision> revisions) {
  /** Sorts the revisions by number. */
  public History {
    revisions = revisions.stream().sorted(Comparator.comparingInt(Revision::number)).toList();
  }

  /** A release of which nothing is stored. */
  public static History none() {
    return new History(List.of());
  }

  /** The newest revision, whatever became of it. */
  public Optional<Revision> latest() {
    return revisions.isEmpty() ? Optional.empty() : Optional.of(revisions.getLast());
  }

  /**
   * Revisions that count as deployed although a newer one is: Helm only logs it when it cannot mark
   * them (Helm, pkg/action/upgrade.go).
   */
  public List<Revision> outlived() {
    return latest().filter(newest -> newest.status() == RevisionStatus.DEPLOYED).stream()
        .flatMap(
            newest -> revisions.stream().filter(revision -> revision.number() < newest.number()))
        .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
        .toList();
  }

  /** The newest success before {@code failed}: what a rollback goes back to. */
  public Optional<Revision> lastGoodBefore(Revision failed) {
    return revisions.reversed().stream()
        .filter(revision -> revision.number() < failed.number() && !revision.isMarkedFailed())
        .filter(
            revision ->
                revision.status() == RevisionStatus.DEPLOYED
                    || revision.status() == RevisionStatus.SUPERSEDED)
        .findFirst();
  }

  /** The revision of that number, if it is known. */
  public Optional<Revision> find(int number) {
    return revisions.stream().filter(revision -> revision.number() == number).findFirst();
  }

  /** The failed revisions between {@code current} and the success before it, oldest first. */
  public List<Revision> failedJustBefore(Revision current) {
    return revisions.stream()
        .filter(revision -> revision.number() < current.number())
        .dropWhile(revision -> revision.number() <= lastSuccessBefore(current))
        .toList();
  }

  private int lastSuccessBefore(Revision current) {
    return revisions.stream()
        .filter(revision -> revision.number() < current.number())
        .filter(revision -> revision.status() == RevisionStatus.SUPERSEDED)
        .mapToInt(Revision::number)
        .max()
        .orElse(0);
  }

  /**
   * Finished revisions beyond the newest {@code keep} revisions, oldest first: what pruning
   * deletes.
   */
  public List<Revision> beyond(int keep) {
    return revisions.subList(0, Math.max(0, revisions.size() - keep)).stream()
        .filter(
            revision ->
                revision.status() == RevisionStatus.SUPERSEDED
                    || revision.status() == RevisionStatus.FAILED)
        .toList();
  }

  /** The revisions but for {@code others}, oldest first. */
  public List<Revision> without(List<Revision> others) {
    return revisions.stream().filter(revision -> !others.contains(revision)).toList();
  }
}
