package dev.catamaran.release;

import java.util.OptionalInt;

/**
 * Reaction to a failed input.
 *
 * @param install reaction to a failed first revision
 * @param upgrade reaction to a failed further revision
 * @param retries number of retries of the same input after its first failure; negative for
 *     unlimited
 */
public record RemediationPolicy(InstallRemedy install, UpgradeRemedy upgrade, int retries) {

  /** The Go operators' policy, but with limited retries. */
  public static final RemediationPolicy DEFAULT =
      new RemediationPolicy(InstallRemedy.UNINSTALL, UpgradeRemedy.ROLLBACK, 10);

  /** Reaction to a failed first revision. */
  public enum InstallRemedy {
    /** Uninstall it, and install it again while there are retries. */
    UNINSTALL,
    /** Keep it, and install over it while there are retries. */
    RETRY,
    /** Keep it unchanged, for a person's inspection. */
    KEEP
  }

  /** Reaction to a failed further revision. */
  public enum UpgradeRemedy {
    /** Restore the objects of the last good revision; the retry of the input follows. */
    ROLLBACK,
    /** Uninstall the release, and install it again while there are retries. */
    UNINSTALL,
    /** Keep it, and upgrade over it while there are retries. */
    RETRY,
    /** Keep it unchanged, for a person's inspection. */
    KEEP
  }

  /** Returns how often an input is tried; empty for no limit. */
  public OptionalInt attempts() {
    return retries < 0 ? OptionalInt.empty() : OptionalInt.of(retries + 1);
  }

  /** Whether a failed first revision, or a further one, is not tried again. */
  public boolean isOver(boolean isFirst, int failures) {
    return isSpent(failures)
        || (isFirst ? install == InstallRemedy.KEEP : upgrade == UpgradeRemedy.KEEP);
  }

  /** Whether an input with {@code failures} failures in a row gets no more retries. */
  public boolean isSpent(int failures) {
    return retries >= 0 && failures > retries;
  }
}
