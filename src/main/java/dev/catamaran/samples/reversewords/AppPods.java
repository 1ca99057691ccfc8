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

/** Which pods belong to a ReverseWordsApp, and which of them serve it. */
final class AppPods {

  /** What the deployment controller gives a ReplicaSet and its pods, and ends its name with. */
  private static final String TEMPLATE_LABEL = "pod-template-hash";

  private static final Set<String> LIVING = Set.of("Pending", "Running");

  private AppPods() {}

  /** The names of those in service, sorted: what is going or has ended serves nobody. */
  static List<String> inService(Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> !pod.isMarkedForDeletion())
        .filter(pod -> pod.getStatus() != null && LIVING.contains(phase(pod)))
        .map(pod -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  /**
   * The ReverseWordsApp that a pod was made for. The label alone does not say: anybody's pod may
   * carry it.
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
