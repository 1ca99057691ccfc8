package dev.catamaran.samples.reversewords;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Readiness of a ReverseWordsApp, and the reason if it is not ready. */
sealed interface Readiness {

  /** Returns a sentence for the user. */
  String message();

  /**
   * The result from the pods.
   *
   * @param ready whether there are pods, all of them ready and of the newest template
   */
  record Counted(boolean ready, String message) implements Readiness {}

  /**
   * An obstacle that does not disappear by waiting alone.
   *
   * @param reason one CamelCase word for machines
   */
  record Hindered(String reason, String message) implements Readiness {}

  /** Returns the readiness of a Deployment. */
  static Readiness of(Deployment deployment) {
    if (deployment.isMarkedForDeletion()) {
      return new Counted(false, "The Deployment is being deleted; a new one follows");
    }
    return trouble(deployment).orElseGet(() -> count(deployment));
  }

  /** Returns the result for an invalid spec or name. */
  static Hindered refused(String objections) {
    return new Hindered("InvalidSpec", objections);
  }

  /** Returns the result for a foreign object with the name of one of ours. */
  static Hindered nameTaken(String owner) {
    return new Hindered("NameTaken", owner);
  }

  /** Returns the result of a failed pass. */
  static Hindered failed(String why) {
    return new Hindered("ReconcileFailed", why);
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
        .map(condition -> new Hindered(condition.getReason(), condition.getMessage()));
  }

  private static Readiness count(Deployment deployment) {
    int wanted = Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1);
    if (wanted == 0) {
      return new Counted(false, "Scaled to 0 pods: no pod serves");
    }
    var status = Optional.ofNullable(deployment.getStatus()).orElseGet(DeploymentStatus::new);
    return new Counted(
        dev.catamaran.kit.Readiness.of(deployment).isReady(),
        "%d of %d pods are ready".formatted(number(status.getReadyReplicas()), wanted));
  }

  /** Returns a count. The API server omits a count of 0. */
  private static int number(@Nullable Integer replicas) {
    return replicas == null ? 0 : replicas;
  }
}
