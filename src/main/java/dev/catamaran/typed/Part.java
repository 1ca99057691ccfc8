package dev.catamaran.typed;

import dev.catamaran.watch.RetryPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.time.Duration;
import java.util.Optional;

/**
 * One of the reconcilers of a kind.
 *
 * @param configuration its own: what its class says, overruled by what watches.yaml says
 * @param retry when what failed is tried again
 */
record Part<P extends HasMetadata>(
    Reconciler<P> reconciler, ControllerConfiguration<P> configuration, RetryPolicy retry) {

  /** For people; unique among the parts of a kind. */
  String name() {
    return configuration.getName();
  }

  /** Time between two looks at a primary to which nothing happened. */
  Duration period() {
    return configuration.maxReconciliationInterval().orElseThrow();
  }

  @SuppressWarnings("unchecked") // A reconciler cleans up what it reconciles.
  Optional<Cleaner<P>> cleaner() {
    return reconciler instanceof Cleaner<?> cleaner
        ? Optional.of((Cleaner<P>) cleaner)
        : Optional.empty();
  }

  /** A copy that the part may change. */
  P copy(P primary) {
    return configuration.getConfigurationService().getResourceCloner().clone(primary);
  }
}
