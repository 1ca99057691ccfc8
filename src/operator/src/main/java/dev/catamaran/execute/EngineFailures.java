package dev.catamaran.execute;

import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Failed;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.StatusWriter.StatusRefusedException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps a failure to an outcome for the release. */
public final class EngineFailures {
  private static final Logger log = LoggerFactory.getLogger(EngineFailures.class);

  private EngineFailures() {}

  static ReleaseOutcome outcome(FailedStep step, EngineFailure failure) {
    return outcome(step, failure, SecretTexts.none());
  }

  /**
   * Returns the outcome of an exception that no step expects. The API server, the operator or an
   * extension is at fault; the input may be correct.
   */
  public static ReleaseOutcome unexpected(FailedStep step, Throwable cause) {
    if (cause instanceof KubernetesClientException e) {
      return blamingNoInput(outcome(step, ApiFailures.of(e)));
    }
    if (cause instanceof StatusRefusedException e) {
      return new Hindered(step, Reasons.STATUS_NOT_STORED, String.valueOf(e.getMessage()));
    }
    if (cause instanceof EngineException e) {
      return outcome(step, e.failure()) instanceof Hindered hindered
          ? hindered
          : new Waiting(e.failure().message());
    }
    log.error("The reconcile failed", cause);
    return new Hindered(
        step,
        Reasons.RECONCILE_ERROR,
        "the operator failed with %s; its log has more".formatted(cause.getClass().getName()));
  }

  /** Returns the outcome of a failure at something else than the input. */
  static ReleaseOutcome blamingNoInput(ReleaseOutcome outcome) {
    return outcome instanceof Failed(var step, var message)
        ? new Hindered(step, Reasons.of(step), message)
        : outcome;
  }

  static ReleaseOutcome outcome(FailedStep step, EngineFailure failure, SecretTexts secrets) {
    var message = secrets.hide(failure.message());
    return switch (failure.kind()) {
      case LOCKED, UNFINISHED, GIVEN_UP -> new Waiting(message);
      case ENDED -> new ReleaseOutcome.Interrupted(message);
      case UNRENDERABLE, REJECTED -> new Failed(step, message);
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
