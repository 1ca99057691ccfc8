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
    return switch (failure.kind()) {
      case LOCKED, UNFINISHED, GIVEN_UP -> new Waiting(message);
      case ENDED -> new ReleaseOutcome.Interrupted(message);
      case UNRENDERABLE, REJECTED, IMMUTABLE -> new Failed(step, message);
      case TOO_LARGE -> new ReleaseOutcome.Refused(Reasons.RELEASE_TOO_LARGE, message);
      case INVALID -> new ReleaseOutcome.Refused(Reasons.INVALID_OBJECT, message);
      case UNCONFINED -> new ReleaseOutcome.Refused(Reasons.NOT_ALLOWED, message);
      case FORBIDDEN -> new Hindered(step, Reasons.FORBIDDEN, message);
      case NAMESPACE_MISSING -> new Hindered(step, Reasons.NAMESPACE_MISSING, message);
      case NAMESPACE_TERMINATING -> new Hindered(step, Reasons.NAMESPACE_TERMINATING, message);
      case IN_THE_WAY -> new Hindered(step, Reasons.of(step), message);
      case UNREACHABLE -> new Hindered(step, Reasons.UNREACHABLE, message);
    };
  }
}
