package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/**
 * The objects of a manifest that an autoscaler of the same manifest scales: the autoscaler decides
 * their number of replicas. Pure.
 */
public final class ScaleTargets {
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
      if (isAutoscaler(object.key())) {
        var named = object.content().path("spec").path("scaleTargetRef");
        targets.add(target(named, namespace(object.key(), releaseNamespace)));
      }
    }
    return new ScaleTargets(releaseNamespace, Set.copyOf(targets));
  }

  /** Whether an object of that manifest is a target. */
  public boolean contains(ManifestObject object) {
    if (targets.isEmpty()) {
      return false;
    }
    var key = object.key();
    return targets.contains(
        new Target(
            group(key.apiVersion()), key.kind(), namespace(key, releaseNamespace), key.name()));
  }

  private static boolean isAutoscaler(ObjectKey key) {
    return switch (group(key.apiVersion())) {
      case "autoscaling" -> key.kind().equals("HorizontalPodAutoscaler");
      case "keda.sh" -> key.kind().equals("ScaledObject");
      default -> false;
    };
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
