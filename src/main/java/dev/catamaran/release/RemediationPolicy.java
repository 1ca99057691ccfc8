package dev.catamaran.release;

/**
 * What follows when an input fails.
 *
 * @param install what becomes of a first revision that failed
 * @param upgrade what becomes of a further revision that failed
 * @param retries how often the same input is tried again after its first failure; negative for
 *     without end
 */
public record RemediationPolicy(InstallRemedy install, UpgradeRemedy upgrade, int retries) {

  /** As the Go operators do it, but not without end. */
  public static final RemediationPolicy DEFAULT =
      new RemediationPolicy(InstallRemedy.UNINSTALL, UpgradeRemedy.ROLLBACK, 10);

  /** What becomes of a first revision that failed. */
  public enum InstallRemedy {
    /** It is taken down, and installed anew while there are retries. */
    UNINSTALL,
    /** It stays, and is installed over while there are retries. */
    RETRY,
    /** It stays as it is, for people to look at. */
    KEEP
  }

  /** What becomes of a further revision that failed. */
  public enum UpgradeRemedy {
    /** The objects of the last good revision come back; the input is tried again after that. */
    ROLLBACK,
    /** The release is taken down, and installed anew while there are retries. */
    UNINSTALL,
    /** It stays, and is upgraded over while there are retries. */
    RETRY,
    /** It stays as it is, for people to look at. */
    KEEP
  }

  /** Whether an input that failed {@code failures} times in a row is not tried any more. */
  public boolean isSpent(int failures) {
    return retries >= 0 && failures > retries;
  }
}
