package dev.catamaran.execute;

import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Failed;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Maps a failure of the engine to an outcome for the release. Pure. */
public final class EngineFailures {
  private EngineFailures() {}

  static ReleaseOutcome outcome(FailedStep step, EngineFailure failure) {
    return outcome(step, failure, SecretTexts.none());
  }

  /** Returns the outcome of a request that failed on the API server, and may succeed later. */
  public static Hindered unreachable(FailedStep step, KubernetesClientException failure) {
    return new Hindered(step, Reasons.UNREACHABLE, ApiFailures.words(failure));
  }

  static ReleaseOutcome outcome(FailedStep step, EngineFailure failure, SecretTexts secrets) {
    var message = secrets.hide(failure.message());
    return switch (failure) {
      case EngineFailure.Locked ignored -> new Waiting(message);
      case EngineFailure.Unfinished ignored -> new Waiting(message);
      case EngineFailure.GivenUp ignored -> new Waiting(message);
      case EngineFailure.Ended ignored -> new ReleaseOutcome.Interrupted(message);
      case EngineFailure.Unrenderable ignored -> new Failed(step, message);
      case EngineFailure.Rejected ignored -> new Failed(step, message);
      case EngineFailure.Immutable ignored -> new Failed(step, message);
      case EngineFailure.TooLarge ignored ->
          new ReleaseOutcome.Refused(Reasons.RELEASE_TOO_LARGE, message);
      case EngineFailure.Invalid ignored ->
          new ReleaseOutcome.Refused(Reasons.INVALID_OBJECT, message);
      case EngineFailure.Unconfined ignored ->
          new ReleaseOutcome.Refused(Reasons.NOT_ALLOWED, message);
      case EngineFailure.Forbidden ignored -> new Hindered(step, Reasons.FORBIDDEN, message);
      case EngineFailure.NamespaceMissing ignored ->
          new Hindered(step, Reasons.NAMESPACE_MISSING, message);
      case EngineFailure.NamespaceTerminating ignored ->
          new Hindered(step, Reasons.NAMESPACE_TERMINATING, message);
      case EngineFailure.InTheWay ignored -> new Hindered(step, Reasons.of(step), message);
      case EngineFailure.Unreachable ignored -> new Hindered(step, Reasons.UNREACHABLE, message);
    };
  }
}
