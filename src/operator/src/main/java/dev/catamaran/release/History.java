package dev.catamaran.release;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The known revisions of one release, oldest first. Superseded revisions may be missing, so no
 * decision depends on them.
 *
 * @param revisions in ascending order
 */
public record History(List<Revision> revisions) {
  /** Sorts the revisions by number. */
  public History {
    revisions = revisions.stream().sorted(Comparator.comparingInt(Revision::number)).toList();
  }

  /** Returns the history of a release without stored revisions. */
  public static History none() {
    return new History(List.of());
  }

  /** Returns the newest revision, whatever its status. */
  public Optional<Revision> latest() {
    return revisions.isEmpty() ? Optional.empty() : Optional.of(revisions.getLast());
  }

  /**
   * Returns the newest of their resource versions, which are decimal numbers (KEP-5504); empty if
   * there is none.
   */
  public String version() {
    return revisions.stream()
        .map(Revision::version)
        .max(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
        .orElse("");
  }

  /**
   * Returns the revisions that count as deployed although a newer one is, or was, deployed: Helm
   * only logs a failure to mark them (Helm, pkg/action/upgrade.go).
   */
  public List<Revision> outlived() {
    int newest =
        revisions.stream().filter(History::isSuccess).mapToInt(Revision::number).max().orElse(0);
    return revisions.stream()
        .filter(revision -> revision.number() < newest)
        .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
        .toList();
  }

  /** Returns the newest success before {@code failed}: the target of a rollback. */
  public Optional<Revision> lastGoodBefore(Revision failed) {
    return successes().filter(revision -> revision.number() < failed.number()).findFirst();
  }

  /**
   * Returns the newest success before {@code current} with other objects. After a failed upgrade,
   * the revision just before may have the objects of the deployed one.
   */
  public Optional<Revision> lastOtherBefore(Revision current) {
    return successes()
        .filter(revision -> revision.number() < current.number())
        .filter(revision -> !hasSameObjects(revision, current))
        .findFirst();
  }

  private static boolean hasSameObjects(Revision one, Revision other) {
    return one.manifest().digest().equals(other.manifest().digest())
        && one.hooks().digest().equals(other.hooks().digest());
  }

  /** Returns the newest revision that is no unfinished copy: such a copy is made again. */
  public Optional<Revision> lastBegun() {
    return revisions.reversed().stream()
        .filter(r -> !r.isLiteral() || r.status() == RevisionStatus.DEPLOYED)
        .findFirst();
  }

  /** Returns the successes, newest first. */
  public Stream<Revision> successes() {
    return revisions.reversed().stream().filter(History::isGood);
  }

  private static boolean isGood(Revision revision) {
    return isSuccess(revision) && !revision.isMarkedFailed() && !revision.endedInFailure();
  }

  private static boolean isSuccess(Revision revision) {
    return revision.status() == RevisionStatus.DEPLOYED
        || revision.status() == RevisionStatus.SUPERSEDED;
  }

  /**
   * Returns a revision with the objects of revision {@code number}: itself, or its newest copy if
   * it is not stored any more.
   */
  public Optional<Revision> withObjectsOf(int number) {
    return find(number)
        .or(
            () ->
                revisions.reversed().stream()
                    .filter(revision -> revision.isCopyOf(number))
                    .findFirst());
  }

  /** Returns the texts of all revisions that no message may show. */
  public SecretTexts secrets() {
    return revisions.stream()
        .map(Revision::secrets)
        .reduce(SecretTexts.none(), (older, newer) -> older.and(newer));
  }

  /** Returns the revision of that number, if it is known. */
  public Optional<Revision> find(int number) {
    return revisions.stream().filter(revision -> revision.number() == number).findFirst();
  }

  /** Returns the revisions since the success before {@code current}, that one included. */
  public List<Revision> before(Revision current) {
    return revisions.stream()
        .filter(revision -> revision.number() < current.number())
        .filter(revision -> revision.number() >= lastSuccessBefore(current))
        .toList();
  }

  private int lastSuccessBefore(Revision current) {
    return revisions.stream()
        .filter(revision -> revision.number() < current.number())
        .filter(revision -> revision.status() == RevisionStatus.SUPERSEDED)
        .filter(revision -> !revision.endedInFailure())
        .mapToInt(Revision::number)
        .max()
        .orElse(0);
  }

  /**
   * Returns the finished revisions that go, oldest first: a failed attempt and its rollback once a
   * later attempt of the same input has ended so too; and what is beyond {@code limit}, first
   * attempts that were repeated, then other failures, then successes with the objects of a later
   * one. So the distinct successes stay longest.
   */
  public List<Revision> beyond(HistoryLimit limit) {
    var targets = successes().limit(limit.successes()).toList();
    int lastSuccess = latest().map(this::lastSuccessBefore).orElse(0);
    var finished =
        revisions.stream()
            .filter(revision -> !targets.contains(revision))
            .filter(
                revision ->
                    revision.status() == RevisionStatus.SUPERSEDED
                        || revision.status() == RevisionStatus.FAILED)
            .toList();
    var replaced =
        finished.stream()
            .filter(this::isRepeated)
            .filter(revision -> revision.number() <= lastSuccess)
            .toList();
    var surplus =
        finished.stream()
            .filter(revision -> !replaced.contains(revision))
            .filter(revision -> !latest().equals(Optional.of(revision)))
            .sorted(Comparator.comparingInt(this::worth))
            .limit(Math.max(0, revisions.size() - replaced.size() - limit.newest()))
            .toList();
    return finished.stream()
        .filter(revision -> replaced.contains(revision) || surplus.contains(revision))
        .toList();
  }

  /** Returns how much would be lost with a revision. */
  private int worth(Revision revision) {
    if (isRepeated(revision)) {
      return 0;
    }
    if (!isGood(revision)) {
      return 1;
    }
    return successes()
            .filter(later -> later.number() > revision.number())
            .anyMatch(later -> hasSameObjects(revision, later))
        ? 2
        : 3;
  }

  /** Whether a later revision is another attempt, of the same input and with the same result. */
  private boolean isRepeated(Revision revision) {
    return revisions.stream()
        .filter(later -> later.number() > revision.number())
        .filter(later -> isGood(later) == isGood(revision))
        .anyMatch(later -> isSameAttempt(revision, later));
  }

  /** Of successes, only the copies that rollbacks made are the same. */
  private static boolean isSameAttempt(Revision one, Revision other) {
    return one.origin().isPresent()
        && other.origin().isPresent()
        && one.isLiteral() == other.isLiteral()
        && (one.isLiteral()
            ? one.restored() == other.restored()
            : !isGood(one)
                && ReleaseInput.isSame(
                    one.origin().get().inputDigest(), other.origin().get().inputDigest()));
  }
}
