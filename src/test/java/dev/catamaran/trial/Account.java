package dev.catamaran.trial;

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
 *       cut off, and is made again.
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
    revisions = 0;
    cause(1);
  }

  /** The operator was killed. */
  public void crashed() {
    if (!atRest) {
      revisions++;
    }
  }

  private void cause(int makes) {
    revisions += makes;
    atRest = false;
  }
}
