package dev.catamaran.status;

import dev.catamaran.release.ReleaseOutcome.FailedStep;

/**
 * Types and reasons of conditions. Those of the Go operators keep their names (helm-operator,
 * internal/types/types.go).
 */
public final class Reasons {
  public static final String INITIALIZED = "Initialized";
  public static final String DEPLOYED = "Deployed";
  public static final String RELEASE_FAILED = "ReleaseFailed";
  public static final String IRRECONCILABLE = "Irreconcilable";
  public static final String READY = "Ready";
  public static final String DRIFTED = "Drifted";
  public static final String STALLED = "Stalled";

  public static final String PAUSED = "Paused";

  /** Type of the condition for a release that somebody keeps from what its spec asks for. */
  public static final String SPEC_NOT_FOLLOWED = "SpecNotFollowed";

  public static final String HELD = "Held";

  /** Type of the condition for annotations that watches.yaml denies. */
  public static final String ANNOTATIONS_IGNORED = "AnnotationsIgnored";

  public static final String ANNOTATIONS_DENIED = "AnnotationsDenied";

  /** Type of the condition for a release that keeps its edition until its wave begins. */
  public static final String ROLLOUT_PENDING = "RolloutPending";

  public static final String WAVE_NOT_REACHED = "WaveNotReached";
  public static final String ROLLOUTS_UNAVAILABLE = "RolloutsUnavailable";
  public static final String OTHER_THAN_PLANNED = "OtherThanPlanned";

  public static final String ROLLOUT_COMPLETED = "RolloutCompleted";
  public static final String ROLLOUT_HALTED = "RolloutHalted";
  public static final String ROLLOUT_RETURNING = "RolloutReturning";
  public static final String ROLLOUT_RETURNED = "RolloutReturned";
  public static final String ROLLOUT_FAILED = "RolloutFailed";

  public static final String HELD_BY_ANNOTATION = "HeldByAnnotation";

  public static final String INSTALL_SUCCESSFUL = "InstallSuccessful";
  public static final String UPGRADE_SUCCESSFUL = "UpgradeSuccessful";
  public static final String ROLLBACK_SUCCESSFUL = "RollbackSuccessful";
  public static final String UNINSTALL_SUCCESSFUL = "UninstallSuccessful";
  public static final String INSTALL_ERROR = "InstallError";
  public static final String UPGRADE_ERROR = "UpgradeError";
  public static final String ROLLBACK_ERROR = "RollbackError";
  public static final String UNINSTALL_ERROR = "UninstallError";
  public static final String RECONCILE_ERROR = "ReconcileError";

  public static final String ALL_READY = "AllReady";
  public static final String PROGRESSING = "Progressing";
  public static final String DRIFT_FOUND = "DriftFound";
  public static final String CONTESTED = "Contested";
  public static final String NOT_SELECTED = "NotSelected";
  public static final String DRIFT_CORRECTED = "DriftCorrected";
  public static final String TAKEN_OVER = "TakenOver";
  public static final String OVERRIDE_VALUES_IN_USE = "OverrideValuesInUse";
  public static final String UNLOCKED = "Unlocked";
  public static final String RELEASE_TAKEN = "ReleaseTaken";
  public static final String REVISION_NOT_TRUSTED = "RevisionNotTrusted";
  public static final String REVISION_NOT_REPORTED = "RevisionNotReported";
  public static final String STATUS_NOT_STORED = "StatusNotStored";
  public static final String RELEASE_NOT_STORED = "ReleaseNotStored";
  public static final String RELEASE_UNREADABLE = "ReleaseUnreadable";
  public static final String NOT_ALLOWED = "NotAllowed";
  public static final String PRIMARY_UNREADABLE = "PrimaryUnreadable";
  public static final String INVALID_ANNOTATION = "InvalidAnnotation";
  public static final String NAMESPACE_MISSING = "NamespaceMissing";
  public static final String NAMESPACE_TERMINATING = "NamespaceTerminating";
  public static final String CHART_UNAVAILABLE = "ChartUnavailable";
  public static final String UNKNOWN_CHART_VERSION = "UnknownChartVersion";
  public static final String INVALID_PLACE = "InvalidPlace";
  public static final String PLACE_CHANGED = "PlaceChanged";
  public static final String INVALID_SPEC = "InvalidSpec";
  public static final String NO_SUCH_REVISION = "NoSuchRevision";
  public static final String RELEASE_TOO_LARGE = "ReleaseTooLarge";
  public static final String FORBIDDEN = "Forbidden";
  public static final String UNREACHABLE = "Unreachable";
  public static final String RETRIES_EXCEEDED = "RetriesExceeded";
  public static final String DEPENDENCY_CYCLE = "DependencyCycle";
  public static final String DEPENDENCY_NOT_READY = "DependencyNotReady";
  public static final String TESTS_SUCCESSFUL = "TestsSuccessful";
  public static final String FAILURE_REMOVED = "FailureRemoved";
  public static final String HOOKS_DROPPED = "HooksDropped";

  /** Reason of the Event for objects that the operator deleted, and no person asked for it. */
  public static final String OBJECTS_DELETED = "ObjectsDeleted";

  public static final String UNINSTALLING = "Uninstalling";
  public static final String PAUSED_BY_ANNOTATION = "PauseReconcileAnnotationTrue";
  public static final String INVALID_OBJECT = "InvalidObject";
  public static final String INVALID_VALUES = "InvalidValues";
  public static final String VALUES_UNAVAILABLE = "ValuesUnavailable";
  public static final String TRANSLATION_FAILED = "TranslationFailed";

  /** A pre-hook stopped an action, or a post-hook failed. */
  public static final String HOOK_FAILED = "HookFailed";

  /** Type of the condition, and reason of the Event, for a failed post-hook. */
  public static final String POST_HOOK_FAILED = "PostHookFailed";

  public static final String OPERATION_IN_PROGRESS = "OperationInProgress";

  private Reasons() {}

  /** Returns the reason for a failed step. */
  public static String of(FailedStep step) {
    return switch (step) {
      case INSTALL -> INSTALL_ERROR;
      case UPGRADE -> UPGRADE_ERROR;
      case ROLLBACK -> ROLLBACK_ERROR;
      case UNINSTALL -> UNINSTALL_ERROR;
      case RECONCILE -> RECONCILE_ERROR;
    };
  }
}
