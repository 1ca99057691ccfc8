package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Whether an object does what it is there for, by the rules that kstatus made common
 * (sigs.k8s.io/cli-utils, pkg/kstatus).
 */
public sealed interface Readiness {

  /** It does, or its kind has nothing to wait for. */
  record Ready() implements Readiness {}

  /** Not yet; the message does not count, lest every replica that comes up changes it. */
  record Progressing(String message) implements Readiness {}

  /** Judges a live object. */
  static Readiness of(JsonNode object) {
    var kind = object.path("apiVersion").asText() + "/" + object.path("kind").asText();
    return switch (kind) {
      case "apps/v1/Deployment" -> deployment(object);
      case "apps/v1/StatefulSet", "apps/v1/ReplicaSet" ->
          replicas(object, object.path("spec").path("replicas").asInt(1), "readyReplicas");
      case "apps/v1/DaemonSet" ->
          replicas(
              object,
              object.path("status").path("desiredNumberScheduled").asInt(-1),
              "numberReady");
      case "batch/v1/Job" -> condition(object, "Complete");
      case "v1/Pod" -> condition(object, "Ready");
      case "v1/PersistentVolumeClaim" ->
          phase(object.path("status").path("phase").asText("Pending"), "Bound");
      default -> custom(object);
    };
  }

  private static Readiness deployment(JsonNode object) {
    int wanted = object.path("spec").path("replicas").asInt(1);
    int updated = object.path("status").path("updatedReplicas").asInt(0);
    return updated < wanted
        ? new Progressing("not all replicas are updated")
        : replicas(object, wanted, "availableReplicas");
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
