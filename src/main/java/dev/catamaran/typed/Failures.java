package dev.catamaran.typed;

import dev.catamaran.kit.Sentence;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people, in one line, and the SDK's metrics of what failed. */
final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  private final Metrics metrics;

  Failures(Metrics metrics) {
    this.metrics = metrics;
  }

  /** A part failed, so often in a row, and is called again after that time or at an event. */
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

  /** A part failed, and says itself that trying again is of no use. */
  void tellOfLast(Part<?> part, Exception error) {
    log.warn("{} failed, and waits for a change: {}", part.name(), Sentence.of(error));
    log.debug("{} failed", part.name(), error);
  }

  /** A part could not say in the status that it failed. */
  void tellOfStatus(Part<?> part, Exception error) {
    log.warn("{} cannot write its failure to the status: {}", part.name(), Sentence.of(error));
    log.debug("{} cannot write its failure to the status", part.name(), error);
  }
}
