package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Whether an object does what it is there for, by the rules that kstatus made common
 * (sigs.k8s.io/cli-utils, pkg/kstatus).
 */
public sealed interface Readiness {

  /** It does, or its kind has nothing to wait for. */
  record Ready() implements Readiness {}

  /** Not yet. The message names no counts: it wakes the primary whenever it changes. */
  record Progressing(String message) implements Readiness {}

  /** Judges a live object. */
  static Readiness of(JsonNode object) {
    if (object.path("metadata").hasNonNull("deletionTimestamp")) {
      return new Progressing("it is being deleted");
    }
    var kind = object.path("apiVersion").asText() + "/" + object.path("kind").asText();
    return switch (kind) {
      case "apps/v1/Deployment" -> deployment(object);
      case "apps/v1/StatefulSet" -> statefulSet(object);
      case "apps/v1/ReplicaSet" -> replicas(object, wanted(object), "readyReplicas");
      case "apps/v1/DaemonSet" -> daemonSet(object);
      case "batch/v1/Job" -> condition(object, "Complete");
      case "v1/Pod" -> pod(object);
      case "v1/PersistentVolumeClaim" ->
          phase(object.path("status").path("phase").asText("Pending"), "Bound");
      default -> custom(object);
    };
  }

  private static Readiness deployment(JsonNode object) {
    var status = object.path("status");
    int updated = status.path("updatedReplicas").asInt(0);
    return updated < wanted(object) || updated < status.path("replicas").asInt(0)
        ? new Progressing("not all replicas are updated")
        : replicas(object, wanted(object), "availableReplicas");
  }

  /** Before the first old replica goes, all are ready: of the old revision. */
  private static Readiness statefulSet(JsonNode object) {
    var status = object.path("status");
    var strategy = object.path("spec").path("updateStrategy");
    boolean updatesAll =
        !strategy.path("type").asText().equals("OnDelete")
            && strategy.path("rollingUpdate").path("partition").asInt(0) == 0;
    return updatesAll && !status.path("updateRevision").equals(status.path("currentRevision"))
        ? new Progressing("not all replicas are updated")
        : replicas(object, wanted(object), "readyReplicas");
  }

  private static Readiness daemonSet(JsonNode object) {
    var status = object.path("status");
    int wanted = status.path("desiredNumberScheduled").asInt(-1);
    boolean updatesAll =
        !object.path("spec").path("updateStrategy").path("type").asText().equals("OnDelete");
    return updatesAll && status.path("updatedNumberScheduled").asInt(0) < wanted
        ? new Progressing("not all replicas are updated")
        : replicas(object, wanted, "numberReady");
  }

  private static int wanted(JsonNode object) {
    return object.path("spec").path("replicas").asInt(1);
  }

  private static Readiness replicas(JsonNode object, int wanted, String field) {
    if (!isObserved(object)) {
      return new Progressing("its controller has not seen the change yet");
    }
    int ready = object.path("status").path(field).asInt(0);
    return wanted >= 0 && ready >= wanted
        ? new Ready()
        : new Progressing("not all replicas are ready");
  }

  /** One that has done its work is not ready any more, and right so. */
  private static Readiness pod(JsonNode object) {
    return object.path("status").path("phase").asText().equals("Succeeded")
        ? new Ready()
        : condition(object, "Ready");
  }

  private static Readiness phase(String phase, String wanted) {
    return phase.equals(wanted) ? new Ready() : new Progressing("phase is " + phase);
  }

  private static Readiness condition(JsonNode object, String type) {
    for (var condition : object.path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True")
            ? new Ready()
            : new Progressing(condition.path("message").asText("not " + type));
      }
    }
    return new Progressing("not " + type + " yet");
  }

  /** Any kind with a Ready condition is judged by it; any other is ready by being there. */
  private static Readiness custom(JsonNode object) {
    if (object.path("status").has("observedGeneration") && !isObserved(object)) {
      return new Progressing("its controller has not seen the change yet");
    }
    for (var condition : object.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition(object, "Ready");
      }
    }
    return new Ready();
  }

  private static boolean isObserved(JsonNode object) {
    return object.path("status").path("observedGeneration").asLong(0)
        >= object.path("metadata").path("generation").asLong(0);
  }
}
