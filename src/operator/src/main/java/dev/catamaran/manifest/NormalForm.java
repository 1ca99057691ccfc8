package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Rewrites fields that the API server stores under another name, for comparison. */
public final class NormalForm {
  /** Metadata that the API server alone writes; a manifest has it of another object. */
  private static final List<String> EXPORTED =
      List.of(
          "creationTimestamp",
          "deletionGracePeriodSeconds",
          "deletionTimestamp",
          "generation",
          "managedFields",
          "resourceVersion",
          "selfLink",
          "uid");

  /** Annotations that controllers write; the engine leaves out the same ones. */
  private static final List<String> OF_CONTROLLERS =
      List.of(
          "autoscaling.alpha.kubernetes.io/conditions",
          "autoscaling.alpha.kubernetes.io/current-metrics",
          "control-plane.alpha.kubernetes.io/leader",
          "deployment.kubernetes.io/revision",
          "deprecated.daemonset.template.generation",
          "kubernetes.io/service-account.uid",
          "pv.kubernetes.io/bind-completed",
          "pv.kubernetes.io/bound-by-controller");

  private NormalForm() {}

  /**
   * Returns the stored form of an object. A Secret's {@code stringData} is merged into {@code data}
   * and never read back (core/v1, Secret). The {@code rules} of a ClusterRole with an {@code
   * aggregationRule} belong to the controller, whatever the manifest says (rbac/v1, ClusterRole).
   * The account of pods has two names, of which {@code serviceAccountName} counts (core/v1,
   * PodSpec).
   */
  public static ObjectNode of(ManifestObject object) {
    ObjectNode content = object.content().deepCopy();
    if (content.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove(EXPORTED);
      if (metadata.path("annotations") instanceof ObjectNode annotations) {
        annotations.remove(OF_CONTROLLERS);
      }
    }
    switch (content.path("kind").asText()) {
      case "Secret" -> mergeStringData(content);
      case "ClusterRole" -> leaveAggregatedRules(content);
      case "StorageClass" -> leaveEmptyParameters(content);
      case "Pod" -> nameAccount(object, content.at("/spec"));
      case "CronJob" -> nameAccount(object, content.at("/spec/jobTemplate/spec/template/spec"));
      case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "ReplicationController" ->
          nameAccount(object, content.at("/spec/template/spec"));
      default -> {}
    }
    return content;
  }

  /**
   * Returns the stored form of an object, without the namespace of a cluster-scoped object: the API
   * server removes it (apiserver, pkg/registry/rest/meta.go).
   *
   * @param key key of the live object
   */
  public static ObjectNode of(ManifestObject object, ObjectKey key) {
    var content = of(object);
    if (key.namespace().isEmpty() && content.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove("namespace");
    }
    return content;
  }

  private static void mergeStringData(ObjectNode secret) {
    if (secret.remove("stringData") instanceof ObjectNode texts) {
      var data = secret.withObjectProperty("data");
      // A null becomes an empty text.
      texts.properties().forEach(e -> data.set(e.getKey(), base64(e.getValue().asText(""))));
    }
  }

  private static void leaveAggregatedRules(ObjectNode role) {
    if (role.path("aggregationRule").isObject()) {
      role.remove("rules");
    }
  }

  private static void leaveEmptyParameters(ObjectNode storageClass) {
    if (storageClass.path("parameters").isEmpty()) {
      storageClass.remove("parameters");
    }
  }

  /** Kinds of others with such a name, like a StatefulSet of Kruise, are stored as written. */
  private static void nameAccount(ManifestObject object, JsonNode pods) {
    if (pods instanceof ObjectNode spec && BuiltInGroups.contains(object.key().group())) {
      Stream.of("serviceAccountName", "serviceAccount")
          .map(name -> spec.path(name).asText(""))
          .filter(account -> !account.isEmpty())
          .findFirst()
          .ifPresent(
              account -> spec.put("serviceAccountName", account).put("serviceAccount", account));
    }
  }

  private static TextNode base64(String text) {
    return new TextNode(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
  }
}
