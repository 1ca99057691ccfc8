package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code Ready} condition says.
 *
 * @param ready whether every pod asked for is ready, and no other is left
 * @param reason one CamelCase word for machines
 * @param message one sentence for people
 */
record Readiness(boolean ready, String reason, String message) {

  /** Whether the given number of pods is what runs. */
  static Readiness of(int size, Deployment deployment) {
    return deployment.isMarkedForDeletion()
        ? new Readiness(false, "Replacing", "The Deployment is being deleted; a new one follows")
        : trouble(deployment).orElseGet(() -> progress(size, deployment));
  }

  /** Somebody else's Deployment has the name: it is not touched. */
  static Readiness nameTaken(String whose) {
    return new Readiness(false, "NameTaken", whose);
  }

  /** A pass that ended in an error, told in the API server's words. */
  static Readiness failed(String why) {
    return new Readiness(false, "ReconcileFailed", why);
  }

  /** What the Deployment itself says keeps its pods from coming up: a quota, a deadline. */
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
    var settled =
        Objects.equals(status.getObservedGeneration(), deployment.getMetadata().getGeneration())
            && ready == size
            && count(status.getUpdatedReplicas()) == size
            && count(status.getReplicas()) == size;
    return new Readiness(settled, settled ? "PodsReady" : "Progressing", message);
  }

  /** The API server leaves out a count that is 0. */
  private static int count(@Nullable Integer replicas) {
    return replicas == null ? 0 : replicas;
  }
}
