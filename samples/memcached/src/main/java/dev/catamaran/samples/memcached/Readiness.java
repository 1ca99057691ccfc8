package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Contents of the {@code Ready} condition.
 *
 * @param ready whether all requested pods are ready, and no other pods remain
 * @param reason one CamelCase word for machines
 * @param message one sentence for the user
 */
record Readiness(boolean ready, String reason, String message) {

  /** Returns whether the requested number of pods runs. */
  static Readiness of(int size, Deployment deployment) {
    return deployment.isMarkedForDeletion()
        ? new Readiness(false, "Replacing", "The Deployment is being deleted; a new one follows")
        : trouble(deployment).orElseGet(() -> progress(size, deployment));
  }

  /** Returns the result for a foreign Deployment with the same name, which is not touched. */
  static Readiness nameTaken(String owner) {
    return new Readiness(false, "NameTaken", owner);
  }

  /** Returns the result of a failed pass, in the API server's words. */
  static Readiness failed(String why) {
    return new Readiness(false, "ReconcileFailed", why);
  }

  /** Returns the Deployment's own reason for missing pods: a quota, a deadline. */
  private static Optional<Readiness> trouble(Deployment deployment) {
    return Optional.ofNullable(deployment.getStatus()).stream()
        .flatMap(status -> status.getConditions().stream())
        .filter(
            condition ->
                (condition.getType().equals("ReplicaFailure")
                        && condition.getStatus().equals("True"))
                    || (condition.getType().equals("Progressing")
                        && condition.getStatus().equals("False")))
        .findFirst()
        .map(condition -> new Readiness(false, condition.getReason(), condition.getMessage()));
  }

  private static Readiness progress(int size, Deployment deployment) {
    var status = Optional.ofNullable(deployment.getStatus()).orElseGet(DeploymentStatus::new);
    var ready = count(status.getReadyReplicas());
    var message = "%d of %d pods are ready".formatted(ready, size);
    boolean settled =
        dev.catamaran.kit.Readiness.of(deployment).isReady() && count(status.getReplicas()) == size;
    return new Readiness(settled, settled ? "PodsReady" : "Progressing", message);
  }

  /** Returns a count. The API server omits a count of 0. */
  private static int count(@Nullable Integer replicas) {
    return replicas == null ? 0 : replicas;
  }
}
