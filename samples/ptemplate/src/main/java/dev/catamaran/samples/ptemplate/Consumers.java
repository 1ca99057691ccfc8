package dev.catamaran.samples.ptemplate;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.Collection;
import java.util.List;

/** Finds the pods that consume the devices of a {@link Ptemplate}. Pure. */
final class Consumers {
  private Consumers() {}

  /** Returns the names of the pods that the DaemonSet controls, in any phase, sorted. */
  static List<String> names(DaemonSet daemonSet, Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> controls(daemonSet, pod))
        .map(pod -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static boolean controls(DaemonSet daemonSet, Pod pod) {
    return pod.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .anyMatch(owner -> owner.getUid().equals(daemonSet.getMetadata().getUid()));
  }
}
