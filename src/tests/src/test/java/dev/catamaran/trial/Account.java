package dev.catamaran.trial;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What must become of one primary, and how many revisions that may take.
 *
 * <p>A cause is what makes a revision necessary, or may cut one off:
 *
 * <ul>
 *   <li>the primary is created: one install;
 *   <li>its spec changes to another value: one upgrade; the same value written again is none;
 *   <li>somebody upgrades its release with Helm: that revision, and the one that goes back;
 *   <li>somebody uninstalls its release with Helm: one install, and the numbers begin anew;
 *   <li>the operator dies before the last cause is dealt with: the revision that it was at may be
 *       cut off, and is made again;
 *   <li>the API server cannot be reached before the last cause is dealt with: the same, for each
 *       attempt that there is time for;
 *   <li>somebody asks for a revision anew: one upgrade.
 * </ul>
 *
 * An object that is edited or deleted is no cause where the release was at rest. While Helm is at
 * work on the release it may be one, for Helm then may fail.
 */
public final class Account {
  private OptionalInt step = OptionalInt.empty();
  private int revisions;
  private boolean atRest = true;

  /** The value in its spec; empty if there is to be no primary. */
  public OptionalInt step() {
    return step;
  }

  /** The highest number that a revision may have. */
  public int revisions() {
    return revisions;
  }

  /** It has been seen as it is to be. */
  public void settled() {
    atRest = true;
  }

  /** The primary is made, or its spec is written. */
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

  /** One of its objects was edited or deleted. */
  public void damaged() {
    if (!atRest) {
      revisions++;
    }
  }

  /** Somebody upgraded its release with Helm. */
  public void upgradedByHand() {
    cause(2);
  }

  /** Somebody uninstalled its release with Helm. */
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

  /** Somebody asked for a new revision of the same input. */
  public void asked() {
    cause(1);
  }

  /** Somebody deleted the Secrets of its release. */
  public void forgotten() {
    if (atRest) {
      revisions = 0;
    }
    cause(1);
  }

  /** The API server could not be reached, for as long as so many attempts take. */
  public void disturbed(int attempts) {
    if (!atRest) {
      revisions += attempts;
    }
  }

  /**
   * What is wrong with the stored revisions, such as {@code 1 superseded, 2 deployed}; empty if
   * nothing is.
   */
  public Optional<String> problem(List<String> stored) {
    if (step.isEmpty()) {
      return stored.isEmpty() ? Optional.empty() : Optional.of("has revisions still: " + stored);
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
      return Optional.of("is not deployed, or more than once: " + stored);
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
