package dev.catamaran.samples.ptemplate;

import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code Ready} condition says.
 *
 * @param ready whether every selected node has a consumer that is ready
 * @param reason one CamelCase word for machines
 * @param message one sentence for people
 */
record Readiness(boolean ready, String reason, String message) {

  /** How far the consumers are. */
  static Readiness of(DaemonSet daemonSet) {
    var status = Optional.ofNullable(daemonSet.getStatus()).orElseGet(DaemonSetStatus::new);
    int wanted = count(status.getDesiredNumberScheduled());
    int ready = count(status.getNumberReady());
    boolean settled =
        Objects.equals(status.getObservedGeneration(), daemonSet.getMetadata().getGeneration())
            && count(status.getUpdatedNumberScheduled()) == wanted
            && ready == wanted;
    if (settled && wanted == 0) {
      return new Readiness(true, "NoNodeSelected", "No node has the labels of spec.selector");
    }
    var message = "%d of %d consumers are ready".formatted(ready, wanted);
    return new Readiness(settled, settled ? "ConsumersReady" : "Progressing", message);
  }

  /** Something keeps it from being carried out. */
  static Readiness hindered(String reason, String message) {
    return new Readiness(false, reason, message);
  }

  /** The API server leaves out a count that is 0. */
  private static int count(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
