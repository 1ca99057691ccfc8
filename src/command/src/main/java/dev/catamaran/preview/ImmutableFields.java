package dev.catamaran.preview;

import dev.catamaran.preview.ObjectChange.Action;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Fields that the API server lets nobody change (kubernetes, pkg/apis, validation.go of each
 * group). A snapshot has no API server that would say so. Pure.
 */
final class ImmutableFields {
  private static final Map<String, List<String>> FIELDS =
      Map.of(
          "Deployment", List.of("spec.selector"),
          "DaemonSet", List.of("spec.selector"),
          "ReplicaSet", List.of("spec.selector"),
          "Job", List.of("spec.selector", "spec.template", "spec.completionMode"),
          "RoleBinding", List.of("roleRef"),
          "ClusterRoleBinding", List.of("roleRef"),
          "StorageClass",
              List.of("provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"),
          "PersistentVolumeClaim",
              List.of("spec.storageClassName", "spec.accessModes", "spec.volumeMode"),
          "IngressClass", List.of("spec.controller"),
          "Secret", List.of("type"));

  /** The API server allows only these of a StatefulSet's spec. */
  private static final List<String> OF_STATEFUL_SET =
      List.of(
          "spec.replicas",
          "spec.ordinals",
          "spec.template",
          "spec.updateStrategy",
          "spec.revisionHistoryLimit",
          "spec.persistentVolumeClaimRetentionPolicy",
          "spec.minReadySeconds");

  private ImmutableFields() {}

  /** Returns why the API server refuses the changes; empty if nothing is known against them. */
  static Optional<String> problem(List<ObjectChange> changes) {
    return changes.stream()
        .filter(change -> change.action() == Action.CHANGED)
        .flatMap(
            change ->
                change.fields().stream()
                    .map(FieldChange::path)
                    .filter(path -> isImmutable(change.kind(), path))
                    .map(
                        path ->
                            "%s/%s: %s: field is immutable"
                                .formatted(change.kind(), change.name(), path)))
        .findFirst();
  }

  private static boolean isImmutable(String kind, String path) {
    return kind.equals("StatefulSet")
        ? isBelow("spec", path) && OF_STATEFUL_SET.stream().noneMatch(field -> isBelow(field, path))
        : FIELDS.getOrDefault(kind, List.of()).stream().anyMatch(field -> isBelow(field, path));
  }

  private static boolean isBelow(String field, String path) {
    return path.equals(field)
        || Stream.of(".", "[").anyMatch(step -> path.startsWith(field + step));
  }
}
