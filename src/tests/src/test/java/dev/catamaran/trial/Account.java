package dev.catamaran.trial;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The expected state of one primary, and the highest allowed number of revisions.
 *
 * <p>These causes allow revisions:
 *
 * <ul>
 *   <li>the primary is created: one install;
 *   <li>its spec changes to another value: one upgrade; a write of the same value allows none;
 *   <li>a user upgrades the release with Helm: this revision, and one that reverts it;
 *   <li>a user uninstalls the release with Helm: one install; the numbers begin again with 1;
 *   <li>the operator crashes before the operation of the last cause ends: this operation may leave
 *       an incomplete revision, and is repeated;
 *   <li>the API server is unreachable before the operation of the last cause ends: the same, for
 *       each attempt in this time;
 *   <li>a user requests another revision of the same input: one upgrade.
 * </ul>
 *
 * An edited or deleted object is no cause if the release was at rest. During an operation of Helm
 * it may be one, because Helm may then fail.
 */
public final class Account {
  private OptionalInt step = OptionalInt.empty();
  private int revisions;
  private boolean atRest = true;

  /** The value in the spec; empty if the primary is deleted. */
  public OptionalInt step() {
    return step;
  }

  /** The highest allowed revision number. */
  public int revisions() {
    return revisions;
  }

  /** Whether the primary exists, and has reached the expected state since the last cause. */
  public boolean isAtRest() {
    return atRest && step.isPresent();
  }

  /** The release has reached the expected state. */
  public void settled() {
    atRest = true;
  }

  /** The primary was created, or its spec was written. */
  public void specified(int value) {
    if (step.isEmpty() || step.getAsInt() != value) {
      cause(1);
    }
    step = OptionalInt.of(value);
  }

  /** The primary was deleted. */
  public void removed() {
    step = OptionalInt.empty();
    revisions = 0;
    atRest = true;
  }

  /** An object of the release was edited or deleted. */
  public void damaged() {
    if (!atRest) {
      revisions++;
    }
  }

  /** A user upgraded the release with Helm. */
  public void upgradedByHand() {
    cause(2);
  }

  /** A user uninstalled the release with Helm. */
  public void uninstalledByHand() {
    if (atRest) {
      revisions = 0;
    }
    cause(1);
  }

  /** The operator was killed. */
  public void crashed() {
    disturbed(1);
  }

  /** A user requested another revision of the same input. */
  public void asked() {
    cause(1);
  }

  /** A user deleted the Secrets of the release. */
  public void forgotten() {
    if (atRest) {
      revisions = 0;
    }
    cause(1);
  }

  /** The API server was unreachable, for the time of so many attempts. */
  public void disturbed(int attempts) {
    if (!atRest) {
      revisions += attempts;
    }
  }

  /**
   * The problem of the stored revisions, such as {@code 1 superseded, 2 deployed}; empty if they
   * are valid.
   */
  public Optional<String> problem(List<String> stored) {
    if (step.isEmpty()) {
      return stored.isEmpty() ? Optional.empty() : Optional.of("still has revisions: " + stored);
    }
    if (stored.isEmpty()) {
      return Optional.of("has no revision");
    }
    boolean isDeployed = status(stored.getLast()).equals("deployed");
    boolean isOneOnly =
        stored.reversed().stream()
            .skip(1)
            .allMatch(r -> List.of("superseded", "failed").contains(status(r)));
    if (!isDeployed || !isOneOnly) {
      return Optional.of("has not exactly one deployed revision, the last: " + stored);
    }
    int last = Integer.parseInt(stored.getLast().split(" ", 2)[0]);
    return last <= revisions
        ? Optional.empty()
        : Optional.of("has more revisions than causes (" + revisions + "): " + stored);
  }

  private static String status(String revision) {
    return revision.split(" ", 2)[1];
  }

  private void cause(int makes) {
    revisions += makes;
    atRest = false;
  }
}
