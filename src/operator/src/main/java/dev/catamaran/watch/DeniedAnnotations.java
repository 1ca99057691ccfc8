package dev.catamaran.watch;

import java.util.List;
import java.util.Set;

/**
 * Annotations that have no effect on the primaries of a kind, by the will of an administrator. They
 * let an author keep an old release, or change how an operation works.
 *
 * @param names without their prefix, such as {@code pause}
 */
public record DeniedAnnotations(Set<String> names) {
  public static final DeniedAnnotations NONE = new DeniedAnnotations(Set.of());

  /** Those that can be denied. */
  public static final List<String> KNOWN =
      List.of(
          "pause",
          "rollback-to",
          "rollout",
          "depends-on",
          "install-disable-hooks",
          "upgrade-disable-hooks",
          "uninstall-disable-hooks",
          "upgrade-force",
          "rollback-force",
          "values-from",
          "reconcile-period");

  private static final Set<String> PREFIXES =
      Set.of("catamaran.dev", "helm.sdk.operatorframework.io");

  public boolean deny(String annotation) {
    int slash = annotation.indexOf('/');
    return slash > 0
        && PREFIXES.contains(annotation.substring(0, slash))
        && names.contains(annotation.substring(slash + 1));
  }
}
