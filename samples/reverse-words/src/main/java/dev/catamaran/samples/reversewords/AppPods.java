package dev.catamaran.samples.reversewords;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Selects the pods of a ReverseWordsApp, and those in service. */
final class AppPods {

  /**
   * Label of a ReplicaSet and its pods from the deployment controller; its value is also the suffix
   * of the ReplicaSet's name.
   */
  private static final String TEMPLATE_LABEL = "pod-template-hash";

  private static final Set<String> LIVING = Set.of("Pending", "Running");

  private AppPods() {}

  /** Returns the names of the pods in service, sorted; omits terminating and ended pods. */
  static List<String> inService(Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> !pod.isMarkedForDeletion())
        .filter(pod -> pod.getStatus() != null && LIVING.contains(phase(pod)))
        .map(pod -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  /**
   * Returns a pod's ReverseWordsApp. The label alone is not proof: any client can set it on a pod.
   */
  static Optional<ResourceID> app(Pod pod) {
    var labels = Optional.ofNullable(pod.getMetadata().getLabels()).orElse(Map.of());
    return Optional.ofNullable(labels.get(ObjectNames.LABEL))
        .map(name -> new ObjectNames(pod.getMetadata().getNamespace(), name))
        .filter(names -> isOf(names, pod, String.valueOf(labels.get(TEMPLATE_LABEL))))
        .map(names -> new ResourceID(names.app(), names.namespace()));
  }

  private static boolean isOf(ObjectNames names, Pod pod, String template) {
    return pod.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .filter(owner -> owner.getKind().equals(ReplicaSet.class.getSimpleName()))
        .map(OwnerReference::getName)
        .anyMatch((names.deployment() + "-" + template)::equals);
  }

  private static String phase(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getPhase()).orElse("");
  }
}
