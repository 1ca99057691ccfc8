package dev.catamaran.kit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.kit.Readiness.Failed;
import dev.catamaran.kit.Readiness.Progressing;
import dev.catamaran.kit.Readiness.Ready;
import dev.catamaran.kit.Readiness.Silent;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.stream.Stream;

/** {@link Readiness} of the kinds that run pods. Pure. */
final class WorkloadReadiness {
  /** Whoever writes a custom resource writes its conditions, and their messages are kept. */
  static final int LONGEST = 1000;

  private static final Readiness NOT_UPDATED = new Progressing("not all replicas are updated");
  private static final Readiness NOT_READY = new Progressing("not all replicas are ready");
  private static final Readiness NOT_MADE = new Silent("not all pods are created");

  /** Reads no classes of its own. */
  private static final KubernetesSerialization SERIALIZATION =
      new KubernetesSerialization(new JsonMapper(), false);

  private WorkloadReadiness() {}

  static JsonNode tree(HasMetadata workload) {
    return SERIALIZATION.convertValue(workload, JsonNode.class);
  }

  static Readiness deployment(JsonNode object) {
    var refused = Readiness.condition(object, "ReplicaFailure").filter(Readiness::isTrue);
    var stopped =
        Readiness.condition(object, "Progressing")
            .filter(c -> c.path("status").asText().equals("False"));
    if (stopped.isPresent()) {
      var message =
          Readiness.message(refused.or(() -> stopped).get(), "its progress deadline is exceeded");
      return stopped.get().path("reason").asText().equals("ProgressDeadlineExceeded")
          ? new Failed(message)
          : new Progressing(message);
    }
    var status = object.path("status");
    var rollout = rollout(object, status);
    return rollout instanceof Readiness.Ready
        ? rollout
        : refused
            .<Readiness>map(why -> new Progressing(Readiness.message(why, "its pods are refused")))
            .orElse(rollout);
  }

  /** A paused rollout is at rest, as for {@code helm --wait}; its present pods must be ready. */
  private static Readiness rollout(JsonNode object, JsonNode status) {
    int updated = status.path("updatedReplicas").asInt(0);
    int present = status.path("replicas").asInt(0);
    if (object.path("spec").path("paused").asBoolean(false)) {
      return replicas(object, present, "availableReplicas");
    }
    return updated < wanted(object) || updated < present
        ? NOT_UPDATED
        : replicas(object, wanted(object), "availableReplicas");
  }

  /**
   * Compares the revisions first: before the deletion of the first old replica, all replicas are
   * ready, but of the old revision.
   */
  static Readiness statefulSet(JsonNode object) {
    var status = object.path("status");
    if (status.path("replicas").asInt(wanted(object)) < wanted(object)) {
      return NOT_MADE;
    }
    return isUpdated(object.path("spec"), wanted(object), status)
        ? replicas(object, wanted(object), lasting(object, "readyReplicas", "availableReplicas"))
        : NOT_UPDATED;
  }

  /** With a partition, the pods below it stay as they are (Helm, pkg/kube/ready.go). */
  private static boolean isUpdated(JsonNode spec, int wanted, JsonNode status) {
    var strategy = spec.path("updateStrategy");
    if (strategy.path("type").asText().equals("OnDelete")) {
      return true;
    }
    int first = spec.path("ordinals").path("start").asInt(0);
    int partition = strategy.path("rollingUpdate").path("partition").asInt(0) - first;
    return status.path("updateRevision").equals(status.path("currentRevision"))
        || (partition > 0 && status.path("updatedReplicas").asInt(0) >= wanted - partition);
  }

  static Readiness replicaSet(JsonNode object) {
    return Readiness.condition(object, "ReplicaFailure")
        .filter(Readiness::isTrue)
        .<Readiness>map(why -> new Progressing(Readiness.message(why, "its pods are refused")))
        .orElseGet(
            () ->
                replicas(
                    object, wanted(object), lasting(object, "readyReplicas", "availableReplicas")));
  }

  static Readiness daemonSet(JsonNode object) {
    var status = object.path("status");
    int wanted = status.path("desiredNumberScheduled").asInt(-1);
    if (status.path("currentNumberScheduled").asInt(wanted) < wanted) {
      return NOT_MADE;
    }
    boolean updatesAll =
        !object.path("spec").path("updateStrategy").path("type").asText().equals("OnDelete");
    return updatesAll && status.path("updatedNumberScheduled").asInt(0) < wanted
        ? NOT_UPDATED
        : replicas(object, wanted, lasting(object, "numberReady", "numberAvailable"));
  }

  static Readiness job(JsonNode object) {
    return Readiness.condition(object, "Failed")
        .filter(Readiness::isTrue)
        .<Readiness>map(failed -> new Failed(Readiness.message(failed, "it failed")))
        .orElseGet(() -> unlessPodless(object, Readiness.awaited(object, "Complete")));
  }

  private static Readiness unlessPodless(JsonNode job, Readiness readiness) {
    var status = job.path("status");
    boolean hasPods =
        Stream.of("active", "succeeded", "failed").anyMatch(f -> status.path(f).asInt(0) > 0);
    return readiness instanceof Progressing(var message) && !hasPods
        ? new Silent(message)
        : readiness;
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

  /** Pods that have to be ready for some time count only after it. */
  private static String lasting(JsonNode object, String ready, String available) {
    return object.path("spec").path("minReadySeconds").asInt(0) > 0 ? available : ready;
  }

  private static Readiness replicas(JsonNode object, int wanted, String field) {
    int ready = object.path("status").path(field).asInt(0);
    return wanted >= 0 && ready >= wanted ? new Ready() : NOT_READY;
  }
}
