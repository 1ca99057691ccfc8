package dev.catamaran.composite;

import dev.catamaran.kit.PrimaryUpdates;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.Optional;

/** Gets a part's decision on its failure, and writes the status that it returns. */
record ErrorStatus<P extends HasMetadata>(Failures failures) {
  /** The consequence of a failure. */
  sealed interface Verdict {
    /** The part is retried. */
    record Retry() implements Verdict {}

    /** No retry; the part runs again after that time, or after the period. */
    record NoRetry(Optional<Duration> delay) implements Verdict {}
  }

  /** Reports a failure to its part. A failure in this method does not hide the original one. */
  Verdict tell(Part<P> part, P primary, Context<P> view, Exception error) {
    try {
      var control = part.reconciler().updateErrorStatus(primary, view, error);
      control.getResource().ifPresent(wanted -> write(part, wanted, view));
      return verdict(control);
    } catch (RuntimeException e) {
      failures.reportStatus(part, e);
      return new Verdict.Retry();
    } catch (Error e) {
      failures.reportStatus(part, new OperatorException(e.toString(), e));
      return new Verdict.Retry();
    }
  }

  private void write(Part<P> part, P wanted, Context<P> view) {
    try {
      PrimaryUpdates.carryOut(UpdateControl.patchStatus(wanted), view);
    } catch (RuntimeException e) {
      failures.reportStatus(part, e);
    }
  }

  private static Verdict verdict(ErrorStatusUpdateControl<?> control) {
    return !control.isDefaultErrorProcessing() && control.isNoRetry()
        ? new Verdict.NoRetry(control.getScheduleDelay().map(Duration::ofMillis))
        : new Verdict.Retry();
  }
}
