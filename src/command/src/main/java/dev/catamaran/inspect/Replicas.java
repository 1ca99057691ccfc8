package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;

/** Ready and wanted pods of a workload. Pure. */
final class Replicas {
  private Replicas() {}

  /** Returns such as {@code 2/3}; empty for kinds without pods. */
  static String of(JsonNode object) {
    var status = object.path("status");
    return switch (object.path("apiVersion").asText() + "/" + object.path("kind").asText()) {
      case "apps/v1/Deployment", "apps/v1/StatefulSet", "apps/v1/ReplicaSet" ->
          of(status.path("readyReplicas"), object.path("spec").path("replicas").asInt(1));
      case "apps/v1/DaemonSet" ->
          of(status.path("numberReady"), status.path("desiredNumberScheduled").asInt(0));
      case "batch/v1/Job" ->
          of(status.path("succeeded"), object.path("spec").path("completions").asInt(1));
      default -> "";
    };
  }

  private static String of(JsonNode ready, int wanted) {
    return ready.asInt(0) + "/" + wanted;
  }
}
