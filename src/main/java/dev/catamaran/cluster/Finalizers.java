package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;

/** The finalizers of chart-backed primaries. Pure. */
public final class Finalizers {
  /** Ours: also the name of the condition under which a primary may go. */
  public static final String OURS = "catamaran.dev/uninstall-release";

  /**
   * Those of operator-sdk's helm-operator (internal/helm/controller/reconcile.go), of its early
   * versions, and of helm-operator-plugins (pkg/reconciler/reconciler.go).
   */
  private static final Set<String> PREDECESSORS =
      Set.of("helm.sdk.operatorframework.io/uninstall-release", "uninstall-helm-release");

  private Finalizers() {}

  /** Whether a Go operator has put one on {@code primary}. */
  static boolean hasPredecessors(HasMetadata primary) {
    return primary.getMetadata().getFinalizers().stream().anyMatch(PREDECESSORS::contains);
  }

  /** Takes those of Go operators off; returns whether there were any. */
  static boolean removePredecessors(HasMetadata primary) {
    return primary.getMetadata().getFinalizers().removeIf(PREDECESSORS::contains);
  }

  /** The finalizers of {@code primary} without those of Go operators. */
  static List<String> withoutPredecessors(HasMetadata primary) {
    return primary.getMetadata().getFinalizers().stream()
        .filter(finalizer -> !PREDECESSORS.contains(finalizer))
        .toList();
  }
}
