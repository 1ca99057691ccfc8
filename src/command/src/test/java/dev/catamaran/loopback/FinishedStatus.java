package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes the status that the controllers of a cluster would write in the end, as all goes well. */
public final class FinishedStatus {
  private FinishedStatus() {}

  /** Sets the status of an object, if clients wait for objects of its kind. */
  public static void set(ObjectNode object) {
    switch (object.path("kind").asText()) {
      case "Job" -> condition(object.putObject("status").put("succeeded", 1), "Complete");
      case "Pod" -> condition(object.putObject("status").put("phase", "Succeeded"), "Ready");
      case "PersistentVolumeClaim" -> object.putObject("status").put("phase", "Bound");
      case "Namespace" -> object.putObject("status").put("phase", "Active");
      case "APIService" -> condition(object.putObject("status"), "Available");
      case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet" -> workload(object);
      case "CustomResourceDefinition" -> definition(object);
      default -> {}
    }
  }

  private static void condition(ObjectNode status, String type) {
    status.withArrayProperty("conditions").addObject().put("type", type).put("status", "True");
  }

  private static void workload(ObjectNode object) {
    int replicas = object.path("spec").path("replicas").asInt(1);
    var status = object.putObject("status").put("observedGeneration", 1);
    for (var field :
        new String[] {"replicas", "readyReplicas", "updatedReplicas", "availableReplicas"}) {
      status.put(field, replicas);
    }
    for (var field :
        new String[] {"desiredNumberScheduled", "numberReady", "updatedNumberScheduled"}) {
      status.put(field, replicas);
    }
    condition(status, "Available");
  }

  private static void definition(ObjectNode object) {
    var status = object.putObject("status");
    condition(status, "NamesAccepted");
    condition(status, "Established");
    status.set("acceptedNames", object.path("spec").path("names"));
    var versions = status.putArray("storedVersions");
    object.path("spec").path("versions").forEach(version -> versions.add(version.path("name")));
  }
}
