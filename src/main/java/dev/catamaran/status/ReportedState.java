package dev.catamaran.status;

/** In which state a release is, in one word, as the status of its primary says. */
public enum ReportedState {
  /** Nothing is deployed yet, and nothing has failed. */
  PENDING,

  /** Deployed, and not everything is ready. */
  PROGRESSING,

  /** Deployed, and ready. */
  DEPLOYED,

  /** Deployed, and its objects differ, which the drift policy leaves as it is. */
  DRIFTED,

  /** Deployed, and somebody undoes the repairs of its objects. */
  CONTESTED,

  /** What was tried last failed, and is tried again. */
  FAILED,

  /** Nothing is tried until a person changes something. */
  STALLED,

  /** A person asked to leave it alone. */
  PAUSED,

  /** Its primary is being deleted. */
  UNINSTALLING;

  /** The state that matters most of those that {@code status} tells. */
  public static ReportedState of(ReleaseStatus status, boolean deleted) {
    if (deleted) {
      return UNINSTALLING;
    }
    if (isTrue(status, Reasons.PAUSED)) {
      return PAUSED;
    }
    if (isTrue(status, Reasons.STALLED)) {
      return STALLED;
    }
    if (isTrue(status, Reasons.RELEASE_FAILED) || isTrue(status, Reasons.IRRECONCILABLE)) {
      return FAILED;
    }
    return ofWell(status);
  }

  private static ReportedState ofWell(ReleaseStatus status) {
    if (!isTrue(status, Reasons.DEPLOYED)) {
      return PENDING;
    }
    if (isTrue(status, Reasons.DRIFTED)) {
      return isContested(status) ? CONTESTED : DRIFTED;
    }
    return isTrue(status, Reasons.READY) ? DEPLOYED : PROGRESSING;
  }

  private static boolean isTrue(ReleaseStatus status, String type) {
    return status.conditions().isTrue(type);
  }

  private static boolean isContested(ReleaseStatus status) {
    return status
        .conditions()
        .find(Reasons.DRIFTED)
        .filter(condition -> condition.getReason().equals(Reasons.CONTESTED))
        .isPresent();
  }
}
