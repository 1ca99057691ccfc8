package dev.catamaran.samples.ptemplate;

import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Contents of the {@code Ready} condition.
 *
 * @param ready whether every selected node has a ready consumer
 * @param reason one CamelCase word for machines
 * @param message one sentence for the user
 */
record Readiness(boolean ready, String reason, String message) {

  /** Returns the progress of the consumers. */
  static Readiness of(DaemonSet daemonSet) {
    var status = Optional.ofNullable(daemonSet.getStatus()).orElseGet(DaemonSetStatus::new);
    int wanted = count(status.getDesiredNumberScheduled());
    int ready = count(status.getNumberReady());
    boolean settled = dev.catamaran.kit.Readiness.of(daemonSet).isReady();
    if (settled && wanted == 0) {
      return new Readiness(true, "NoNodeSelected", "No node has the labels of spec.selector");
    }
    var message = "%d of %d consumers are ready".formatted(ready, wanted);
    return new Readiness(settled, settled ? "ConsumersReady" : "Progressing", message);
  }

  /** Returns the result for an obstacle. */
  static Readiness hindered(String reason, String message) {
    return new Readiness(false, reason, message);
  }

  /** Returns a count. The API server omits a count of 0. */
  private static int count(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
