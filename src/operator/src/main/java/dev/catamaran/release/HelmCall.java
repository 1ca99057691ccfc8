package dev.catamaran.release;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** One operation of Helm on a release. */
public sealed interface HelmCall {
  /** Returns the release that the operation changes. */
  ReleaseKey release();

  /** Returns the time limit of each wait in the operation. */
  Duration timeout();

  /** Returns one word for the operation, such as {@code upgrade}. */
  default String word() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** An operation for the release that a primary asks for. */
  sealed interface OfDesired extends HelmCall {
    DesiredRelease desired();

    @Override
    default ReleaseKey release() {
      return desired().release();
    }

    @Override
    default Duration timeout() {
      return desired().timeout();
    }
  }

  /**
   * Creates the first revision.
   *
   * @param seen resource version up to which the caller knows that the release has no revision:
   *     Helm accepts a list of revisions that is as new. Empty if it must be the newest one
   * @param forgotten revisions that were deleted for it; what only they made goes
   * @param deleted receives sentences about objects that were deleted without a request for just
   *     that; those of an operation that fails are in its message
   */
  record Install(
      DesiredRelease desired, String seen, List<Revision> forgotten, Consumer<String> deleted)
      implements OfDesired {
    /** Installs a release about which nothing is known. */
    public Install(DesiredRelease desired) {
      this(desired, "", List.of(), told -> {});
    }
  }

  /**
   * Creates a further revision. Values of earlier revisions are not reused. What only failed
   * revisions made goes.
   *
   * @param forgotten as of an {@link Install}
   * @param deleted as of an {@link Install}
   */
  record Upgrade(DesiredRelease desired, List<Revision> forgotten, Consumer<String> deleted)
      implements OfDesired {}

  /**
   * Creates a further revision with exactly the objects of {@code target}. Helm renders nothing
   * again.
   *
   * @param desired the primary's present wish; its chart and values play no part
   * @param target a stored revision of the same release
   * @param restored number of the revision that has these objects: that of {@code target}, or of
   *     the revision that it copied
   * @param deleted as of an {@link Install}
   */
  record Rollback(DesiredRelease desired, Revision target, int restored, Consumer<String> deleted)
      implements OfDesired {}

  /**
   * Renders what an upgrade would make, and compares it with {@code current}. Changes nothing. If
   * the chart cannot be rendered, the objects count as others.
   *
   * @param current the newest stored revision of the same release
   * @param asked receives what the templates asked
   */
  record Compare(DesiredRelease desired, Revision current, Consumer<Asked> asked)
      implements OfDesired {}

  /** Runs the test hooks of the deployed revision. Helm stores their result in the revision. */
  record Test(ReleaseKey release, Duration timeout, Optional<Confinement> confinement)
      implements HelmCall {}

  /**
   * Deletes the release's objects and its history.
   *
   * @param seen resource version up to which the caller knows the revisions: Helm accepts a list of
   *     revisions that is as new. Empty if it must be the newest one
   * @param owner whose ownership of objects that a person keeps ends; empty for nobody's
   * @param confinement where Helm may delete objects without marks, and run hooks; empty for
   *     anywhere
   */
  record Uninstall(
      ReleaseKey release,
      UninstallOptions options,
      String seen,
      Optional<OwnershipMarks> owner,
      Optional<Confinement> confinement)
      implements HelmCall {
    @Override
    public Duration timeout() {
      return options.timeout();
    }
  }

  /** Result of an operation that did not fail. */
  enum Result {
    /** The operation is complete. */
    DONE,
    /** Helm found no release to uninstall: its objects may still exist. */
    NO_RELEASE,
    /** A comparison found the same objects and hooks. */
    SAME,
    /** A comparison found other objects or hooks. */
    OTHER
  }

  /**
   * Options of an uninstall.
   *
   * @param timeout limit of the call's duration
   * @param hooks whether the chart's delete hooks run
   */
  record UninstallOptions(Duration timeout, boolean hooks) {}
}
