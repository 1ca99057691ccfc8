package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says in a status what was seen: pure, so that the same sight gives the same status. */
final class StatusReport {

  private static final String READY = "Ready";
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private StatusReport() {}

  /**
   * The status to show. What did not change since the status the MemcachedBackup shows now is kept
   * as it is, the time of the condition's last transition included.
   */
  static MemcachedBackupStatus of(
      MemcachedBackup backup, Readiness readiness, Collection<Pod> pods, Instant now) {
    return status(backup, readiness, nodes(pods), now);
  }

  /** The status after a pass that failed: the nodes stay as they were last seen. */
  static MemcachedBackupStatus afterFailure(MemcachedBackup backup, String why, Instant now) {
    var nodes =
        Optional.ofNullable(backup.getStatus()).map(MemcachedBackupStatus::nodes).orElse(List.of());
    return status(backup, Readiness.failed(why), nodes, now);
  }

  private static MemcachedBackupStatus status(
      MemcachedBackup backup, Readiness readiness, List<String> nodes, Instant now) {
    var generation = backup.getMetadata().getGeneration();
    var conditions = List.of(condition(backup, readiness, now));
    return new MemcachedBackupStatus(nodes, conditions, generation);
  }

  /** Pods that are going or have ended serve nobody, so they are not named. */
  private static List<String> nodes(Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> !pod.isMarkedForDeletion())
        .filter(pod -> pod.getStatus() == null || !ENDED.contains(phase(pod)))
        .map(pod -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static String phase(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getPhase()).orElse("");
  }

  private static Condition condition(MemcachedBackup backup, Readiness readiness, Instant now) {
    var status = readiness.ready() ? "True" : "False";
    var since =
        shown(backup)
            .filter(shown -> shown.getStatus().equals(status))
            .map(Condition::getLastTransitionTime)
            .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
    return new ConditionBuilder()
        .withType(READY)
        .withStatus(status)
        .withReason(readiness.reason())
        .withMessage(readiness.message())
        .withObservedGeneration(backup.getMetadata().getGeneration())
        .withLastTransitionTime(since)
        .build();
  }

  private static Optional<Condition> shown(MemcachedBackup backup) {
    return Optional.ofNullable(backup.getStatus()).stream()
        .flatMap(status -> status.conditions().stream())
        .filter(condition -> READY.equals(condition.getType()))
        .findFirst();
  }
}
