package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The objects of a manifest that another one of it scales, such as an autoscaler: that one decides
 * their number of replicas. Pure.
 */
public final class ScaleTargets {
  /**
   * By these fields of its spec, an object names what it scales: autoscalers of any kind, a Rollout
   * of Argo, a Canary of Flagger.
   */
  private static final List<String> REFERENCES =
      List.of("scaleTargetRef", "workloadRef", "targetRef");

  /** It sets the requests of pods, and names its target likewise. */
  private static final String SIZER = "VerticalPodAutoscaler";

  private final String releaseNamespace;
  private final Set<Target> targets;

  /** Without the version: an autoscaler may name another one than the chart. */
  private record Target(String group, String kind, String namespace, String name) {}

  private ScaleTargets(String releaseNamespace, Set<Target> targets) {
    this.releaseNamespace = releaseNamespace;
    this.targets = targets;
  }

  /**
   * Returns the targets in a manifest.
   *
   * @param releaseNamespace namespace of objects that name none
   */
  public static ScaleTargets of(Manifest manifest, String releaseNamespace) {
    var targets = new HashSet<Target>();
    for (var object : manifest.readable()) {
      if (!object.key().kind().equals(SIZER)) {
        REFERENCES.stream()
            .map(object.content().path("spec")::path)
            .filter(JsonNode::isObject)
            .map(named -> target(named, namespace(object.key(), releaseNamespace)))
            .forEach(targets::add);
      }
    }
    return new ScaleTargets(releaseNamespace, Set.copyOf(targets));
  }

  public boolean contains(ManifestObject object) {
    if (targets.isEmpty()) {
      return false;
    }
    var key = object.key();
    return targets.contains(
        new Target(
            group(key.apiVersion()), key.kind(), namespace(key, releaseNamespace), key.name()));
  }

  /** For KEDA, a target without a kind is a Deployment (keda.sh, ScaledObject). */
  private static Target target(JsonNode named, String namespace) {
    return new Target(
        group(named.path("apiVersion").asText("apps/v1")),
        named.path("kind").asText("Deployment"),
        namespace,
        named.path("name").asText());
  }

  private static String namespace(ObjectKey key, String releaseNamespace) {
    return key.namespace().isEmpty() ? releaseNamespace : key.namespace();
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
