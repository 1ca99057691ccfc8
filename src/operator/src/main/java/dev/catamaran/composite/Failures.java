package dev.catamaran.composite;

import dev.catamaran.kit.PrimaryUpdates;
import dev.catamaran.kit.Sentence;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports failures: in one log line for people, to the SDK's metrics, and to the part, whose status
 * it writes.
 */
record Failures(Metrics metrics) {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  /**
   * Reports a failed part, its consecutive failures, and the time until the retry. An event
   * triggers the retry earlier.
   */
  void tell(Part<?> part, HasMetadata primary, Exception error, int inARow, Duration next) {
    log.warn(
        "{} failed, {} in a row, tried again in {} ms: {}",
        part.name(),
        inARow,
        next.toMillis(),
        Sentence.of(error));
    log.debug("{} failed", part.name(), error);
    metrics.failedReconciliation(
        primary,
        error,
        Map.of(
            Constants.RESOURCE_GVK_KEY,
            GroupVersionKind.gvkFor(primary.getClass()),
            Constants.CONTROLLER_NAME,
            part.name()));
  }

  /** Reports a failed part that refuses a retry. */
  void reportLast(Part<?> part, Exception error) {
    log.warn("{} failed, and waits for a change: {}", part.name(), Sentence.of(error));
    log.debug("{} failed", part.name(), error);
  }

  private void reportStatus(Part<?> part, Exception error) {
    log.warn("{} cannot write its failure to the status: {}", part.name(), Sentence.of(error));
    log.debug("{} cannot write its failure to the status", part.name(), error);
  }

  /** The consequence of a failure. */
  sealed interface Verdict {
    /** The part is retried. */
    record Retry() implements Verdict {}

    /** No retry; the part runs again after that time, or after the period. */
    record NoRetry(Optional<Duration> delay) implements Verdict {}
  }

  /** Reports a failure to its part. A failure in this method does not hide the original one. */
  <P extends HasMetadata> Verdict verdict(
      Part<P> part, P primary, Context<P> view, Exception error) {
    try {
      var control = part.reconciler().updateErrorStatus(primary, view, error);
      control.getResource().ifPresent(wanted -> write(part, wanted, view));
      return verdict(control);
    } catch (RuntimeException e) {
      reportStatus(part, e);
      return new Verdict.Retry();
    } catch (Error e) {
      reportStatus(part, new OperatorException(e.toString(), e));
      return new Verdict.Retry();
    }
  }

  private <P extends HasMetadata> void write(Part<P> part, P wanted, Context<P> view) {
    try {
      PrimaryUpdates.carryOut(UpdateControl.patchStatus(wanted), view);
    } catch (RuntimeException e) {
      reportStatus(part, e);
    }
  }

  private static Verdict verdict(ErrorStatusUpdateControl<?> control) {
    return !control.isDefaultErrorProcessing() && control.isNoRetry()
        ? new Verdict.NoRetry(control.getScheduleDelay().map(Duration::ofMillis))
        : new Verdict.Retry();
  }
}
