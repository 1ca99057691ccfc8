package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Takes out of a manifest what the API server or a controller alone writes into an object. */
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
   * Returns a copy of an object without them, and without the namespace of a cluster-scoped object.
   *
   * @param key its place in the cluster
   */
  public static ObjectNode of(ManifestObject object, ObjectKey key) {
    ObjectNode content = object.content().deepCopy();
    if (content.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove(EXPORTED);
      if (key.namespace().isEmpty()) {
        metadata.remove("namespace");
      }
      if (metadata.path("annotations") instanceof ObjectNode annotations) {
        annotations.remove(OF_CONTROLLERS);
      }
    }
    return content;
  }
}
