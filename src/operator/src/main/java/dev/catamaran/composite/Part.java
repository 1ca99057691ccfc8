package dev.catamaran.composite;

import dev.catamaran.watch.Options.RetryPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.time.Duration;
import java.util.Optional;

/**
 * One of the reconcilers of a kind.
 *
 * @param configuration of its class, overridden by watches.yaml
 * @param retry times of the retries after a failure
 */
record Part<P extends HasMetadata>(
    Reconciler<P> reconciler, ControllerConfiguration<P> configuration, RetryPolicy retry) {

  /** For people; unique among the parts of a kind. */
  String name() {
    return configuration.getName();
  }

  /** Returns the time between two passes over a primary without events. */
  Duration period() {
    return configuration.maxReconciliationInterval().orElseThrow();
  }

  @SuppressWarnings("unchecked") // A reconciler cleans up the type that it reconciles.
  Optional<Cleaner<P>> cleaner() {
    return reconciler instanceof Cleaner<?> cleaner
        ? Optional.of((Cleaner<P>) cleaner)
        : Optional.empty();
  }

  /** Returns a copy that the part may change. */
  P copy(P primary) {
    return configuration.getConfigurationService().getResourceCloner().clone(primary);
  }
}
