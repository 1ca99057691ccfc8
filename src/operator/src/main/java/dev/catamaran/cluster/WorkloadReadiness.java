package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cluster.Readiness.Failed;
import dev.catamaran.cluster.Readiness.Progressing;
import dev.catamaran.cluster.Readiness.Ready;

/** {@link Readiness} of the kinds that run pods. Pure. */
final class WorkloadReadiness {
  private static final Readiness NOT_UPDATED = new Progressing("not all replicas are updated");
  private static final Readiness NOT_READY = new Progressing("not all replicas are ready");

  private WorkloadReadiness() {}

  static Readiness deployment(JsonNode object) {
    var overdue =
        Readiness.condition(object, "Progressing")
            .filter(c -> c.path("reason").asText().equals("ProgressDeadlineExceeded"));
    if (overdue.isPresent()) {
      return new Failed(Readiness.message(overdue.get(), "its progress deadline is exceeded"));
    }
    var status = object.path("status");
    int updated = status.path("updatedReplicas").asInt(0);
    return updated < wanted(object) || updated < status.path("replicas").asInt(0)
        ? NOT_UPDATED
        : replicas(object, wanted(object), "availableReplicas");
  }

  /**
   * Compares the revisions first: before the deletion of the first old replica, all replicas are
   * ready, but of the old revision.
   */
  static Readiness statefulSet(JsonNode object) {
    var status = object.path("status");
    var strategy = object.path("spec").path("updateStrategy");
    boolean updatesAll =
        !strategy.path("type").asText().equals("OnDelete")
            && strategy.path("rollingUpdate").path("partition").asInt(0) == 0;
    return updatesAll && !status.path("updateRevision").equals(status.path("currentRevision"))
        ? NOT_UPDATED
        : replicas(object, wanted(object), "readyReplicas");
  }

  static Readiness replicaSet(JsonNode object) {
    return replicas(object, wanted(object), "readyReplicas");
  }

  static Readiness daemonSet(JsonNode object) {
    var status = object.path("status");
    int wanted = status.path("desiredNumberScheduled").asInt(-1);
    boolean updatesAll =
        !object.path("spec").path("updateStrategy").path("type").asText().equals("OnDelete");
    return updatesAll && status.path("updatedNumberScheduled").asInt(0) < wanted
        ? NOT_UPDATED
        : replicas(object, wanted, "numberReady");
  }

  static Readiness job(JsonNode object) {
    return Readiness.condition(object, "Failed")
        .filter(Readiness::isTrue)
        .<Readiness>map(failed -> new Failed(Readiness.message(failed, "it failed")))
        .orElseGet(() -> Readiness.awaited(object, "Complete"));
  }

  /** A succeeded pod no longer has a true condition {@code Ready}, but counts as ready. */
  static Readiness pod(JsonNode object) {
    var status = object.path("status");
    return switch (status.path("phase").asText()) {
      case "Succeeded" -> new Ready();
      case "Failed" -> new Failed(Readiness.message(status, "it failed"));
      default -> Readiness.awaited(object, "Ready");
    };
  }

  private static int wanted(JsonNode object) {
    return object.path("spec").path("replicas").asInt(1);
  }

  private static Readiness replicas(JsonNode object, int wanted, String field) {
    int ready = object.path("status").path(field).asInt(0);
    return wanted >= 0 && ready >= wanted ? new Ready() : NOT_READY;
  }
}
