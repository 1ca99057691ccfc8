package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why a pod does not run, as its status says it. Pure. */
final class PodCause {
  /** Limit of a cause in characters: images and programs write it. */
  private static final int LONGEST = 300;

  private PodCause() {}

  /** Whether a pod is neither ready nor done. */
  static boolean isUnready(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null
        && !"Succeeded".equals(pod.getStatus().getPhase())
        && condition(pod, "Ready", "True").isEmpty();
  }

  /** Returns the cause; empty if its status says none. */
  static Optional<String> of(Pod pod) {
    return condition(pod, "PodScheduled", "False")
        .map(unscheduled -> "not scheduled: " + unscheduled.getMessage())
        .or(
            () ->
                Stream.of(
                        pod.getStatus().getInitContainerStatuses(),
                        pod.getStatus().getContainerStatuses())
                    .flatMap(List::stream)
                    .flatMap(status -> of(status).stream())
                    .findFirst())
        .map(cause -> words(cause, pod.getMetadata().getName()));
  }

  /** Returns {@code text} in one short line, without the name of a pod: the next has another. */
  static String words(String text, String pod) {
    var line =
        text.replaceAll("\\s+", " ")
            .replaceAll("(?:pod[ =]\"?)?" + Pattern.quote(pod) + "(?:_\\S+\\(\\S+\\))?", "the pod")
            .strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  private static Optional<PodCondition> condition(Pod pod, String type, String status) {
    return pod.getStatus().getConditions().stream()
        .filter(each -> type.equals(each.getType()) && status.equals(each.getStatus()))
        .findFirst();
  }

  /** What ended says more than the wait for the next start. */
  private static Optional<String> of(ContainerStatus status) {
    var state = Optional.ofNullable(status.getState());
    var waiting = state.map(ContainerState::getWaiting);
    var ended =
        state
            .map(ContainerState::getTerminated)
            .or(() -> Optional.ofNullable(status.getLastState()).map(ContainerState::getTerminated))
            .filter(end -> end.getExitCode() != 0);
    if (Boolean.TRUE.equals(status.getReady()) || (ended.isEmpty() && waiting.isEmpty())) {
      return Optional.empty();
    }
    return ended
        .map(end -> waiting.map(wait -> wait.getReason() + " after ").orElse("") + exit(end))
        .or(
            () ->
                waiting
                    .filter(wait -> wait.getMessage() != null)
                    .map(wait -> wait.getReason() + ": " + wait.getMessage()))
        .map(cause -> "container %s: %s".formatted(status.getName(), cause));
  }

  private static String exit(ContainerStateTerminated end) {
    return "exit code "
        + end.getExitCode()
        + unlessBlank(" (", end.getReason(), ")")
        + unlessBlank(": ", end.getMessage(), "");
  }

  private static String unlessBlank(String before, @Nullable String text, String after) {
    return text == null || text.isBlank() ? "" : before + text + after;
  }
}
