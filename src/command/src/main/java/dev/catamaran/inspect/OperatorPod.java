package dev.catamaran.inspect;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A pod that runs the operator. Pure.
 *
 * @param container the one with the operator
 */
record OperatorPod(Pod pod, Container container) {
  /** The label of each manager since kubebuilder's first projects. */
  static final String LABEL = "control-plane";

  static final String MANAGER = "controller-manager";

  private static final String COMMAND = "run";

  /** Returns the operator in a pod; empty if another program runs there. */
  static Optional<OperatorPod> of(Pod pod) {
    return pod.getSpec().getContainers().stream()
        .filter(
            container ->
                container.getArgs().stream().findFirst().filter(COMMAND::equals).isPresent())
        .findFirst()
        .map(container -> new OperatorPod(pod, container));
  }

  String namespace() {
    return pod.getMetadata().getNamespace();
  }

  String name() {
    return pod.getMetadata().getName();
  }

  String title() {
    return namespace() + "/" + name();
  }

  /** Returns what it runs and how it fares; of variables the names alone. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add("pod %s, phase %s".formatted(title(), pod.getStatus().getPhase()));
    lines.add("image: " + container.getImage());
    lines.add("arguments: " + String.join(" ", container.getArgs()));
    lines.add(
        "variables: "
            + container.getEnv().stream().map(EnvVar::getName).collect(Collectors.joining(", ")));
    Optional.ofNullable(container.getResources())
        .map(ResourceRequirements::getLimits)
        .filter(limits -> !limits.isEmpty())
        .ifPresent(limits -> lines.add("limits: " + limits));
    status()
        .ifPresent(
            status -> {
              lines.add("image id: " + status.getImageID());
              lines.add(
                  "ready: %s, restarts: %d".formatted(status.getReady(), status.getRestartCount()));
              lines.addAll(ended(status));
            });
    return lines;
  }

  private static List<String> ended(ContainerStatus status) {
    return Optional.ofNullable(status.getLastState())
        .flatMap(last -> Optional.ofNullable(last.getTerminated()))
        .map(
            end ->
                "last end: %s, exit code %d, at %s"
                    .formatted(end.getReason(), end.getExitCode(), end.getFinishedAt()))
        .stream()
        .toList();
  }

  boolean hasRestarted() {
    return status().filter(status -> status.getRestartCount() > 0).isPresent();
  }

  private Optional<ContainerStatus> status() {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(status -> status.getName().equals(container.getName()))
        .findFirst();
  }
}
