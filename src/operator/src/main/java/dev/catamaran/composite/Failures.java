package dev.catamaran.composite;

import dev.catamaran.kit.Sentence;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports failures: in one log line for people, and to the SDK's metrics. */
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

  void reportStatus(Part<?> part, Exception error) {
    log.warn("{} cannot write its failure to the status: {}", part.name(), Sentence.of(error));
    log.debug("{} cannot write its failure to the status", part.name(), error);
  }
}
