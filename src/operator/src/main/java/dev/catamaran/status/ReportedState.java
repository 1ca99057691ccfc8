package dev.catamaran.status;

import java.util.Locale;

/** The state of a release in one word, according to its primary's status. */
public enum ReportedState {
  /** Nothing is deployed yet, and nothing has failed. */
  PENDING,

  /** Deployed, and not everything is ready. */
  PROGRESSING,

  /** Deployed, and ready. */
  DEPLOYED,

  /** Deployed. Its objects have drifted, and the drift policy does not repair them. */
  DRIFTED,

  /** Deployed. Another client undoes the repairs of its objects. */
  CONTESTED,

  /** The last attempt failed, and a retry follows. */
  FAILED,

  /** No attempt follows until a person changes something. */
  STALLED,

  /** A person has paused the primary. */
  PAUSED,

  /** Somebody keeps it from what its spec asks for. */
  HELD,

  /** Its primary is being deleted. */
  TERMINATING;

  /** Returns the word for people. */
  public String word() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  /** Returns the most important state in {@code status}. */
  public static ReportedState of(ReleaseStatus status, boolean deleted) {
    if (isTrue(status, Reasons.PAUSED)) {
      return PAUSED;
    }
    if (deleted
        || status.says(Reasons.DEPLOYED, Reasons.UNINSTALLING)
        || status.says(Reasons.DEPLOYED, Reasons.UNINSTALL_SUCCESSFUL)) {
      return TERMINATING;
    }
    if (isTrue(status, Reasons.STALLED)) {
      return STALLED;
    }
    if (isTrue(status, Reasons.RELEASE_FAILED) || isTrue(status, Reasons.IRRECONCILABLE)) {
      return FAILED;
    }
    return isTrue(status, Reasons.SPEC_NOT_FOLLOWED) ? HELD : ofWell(status);
  }

  private static ReportedState ofWell(ReleaseStatus status) {
    if (!isTrue(status, Reasons.DEPLOYED)) {
      return PENDING;
    }
    if (isTrue(status, Reasons.DRIFTED)) {
      return status.says(Reasons.DRIFTED, Reasons.CONTESTED) ? CONTESTED : DRIFTED;
    }
    return isTrue(status, Reasons.READY) ? DEPLOYED : PROGRESSING;
  }

  private static boolean isTrue(ReleaseStatus status, String type) {
    return status.conditions().isTrue(type);
  }
}
