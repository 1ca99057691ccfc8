package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;

/** The finalizers of chart-backed primaries. Pure. */
public final class Finalizers {
  /** Our finalizer. Its name states what must happen before the deletion of a primary. */
  public static final String OURS = "catamaran.dev/uninstall-release";

  /**
   * The finalizers of operator-sdk's helm-operator (internal/helm/controller/reconcile.go), of its
   * early versions, and of helm-operator-plugins (pkg/reconciler/reconciler.go).
   */
  private static final Set<String> PREDECESSORS =
      Set.of("helm.sdk.operatorframework.io/uninstall-release", "uninstall-helm-release");

  /** The garbage collector's, for {@code --cascade=foreground}. */
  private static final String FOREGROUND = "foregroundDeletion";

  private Finalizers() {}

  /**
   * Whether the garbage collector deletes what {@code primary} owns while we remove its release.
   */
  public static boolean isCollected(HasMetadata primary) {
    return primary.getMetadata().getFinalizers().contains(FOREGROUND);
  }

  /** Whether nothing but our finalizer keeps a deleted {@code primary}. */
  public static boolean isOnlyOurs(HasMetadata primary) {
    return primary.getMetadata().getFinalizers().equals(List.of(OURS));
  }

  static boolean hasPredecessors(HasMetadata primary) {
    return primary.getMetadata().getFinalizers().stream().anyMatch(PREDECESSORS::contains);
  }

  static boolean removePredecessors(HasMetadata primary) {
    return primary.getMetadata().getFinalizers().removeIf(PREDECESSORS::contains);
  }

  static List<String> withoutPredecessors(HasMetadata primary) {
    return primary.getMetadata().getFinalizers().stream()
        .filter(finalizer -> !PREDECESSORS.contains(finalizer))
        .toList();
  }
}
