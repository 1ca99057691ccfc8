package dev.catamaran.samples.memcached;

import dev.catamaran.kit.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts an observation to a status: pure, so the same observation gives the same status. Keeps
 * unchanged parts of the current status.
 *
 * @param backup the reported primary
 * @param now time of the observation
 */
record StatusReport(MemcachedBackup backup, Instant now) {

  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  /** Returns the status after a successful pass over {@code generation}. */
  MemcachedBackupStatus seen(Readiness readiness, Collection<Pod> pods, long generation) {
    return new MemcachedBackupStatus(nodes(pods), conditions(readiness), generation);
  }

  /** Returns the status after any other pass; keeps the last observed nodes. */
  MemcachedBackupStatus unseen(Readiness readiness, Optional<Long> observedGeneration) {
    var nodes = shown().map(MemcachedBackupStatus::nodes).orElse(List.of());
    @Nullable Long generation = observedGeneration.orElse(null);
    return new MemcachedBackupStatus(nodes, conditions(readiness), generation);
  }

  /** Returns the pods in service; omits terminating and ended pods. */
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

  private List<Condition> conditions(Readiness readiness) {
    var shown = shown().map(MemcachedBackupStatus::conditions).orElse(List.of());
    return Conditions.of(shown, now, backup.getMetadata().getGeneration())
        .with("Ready", readiness.ready(), readiness.reason(), readiness.message())
        .list();
  }

  private Optional<MemcachedBackupStatus> shown() {
    return Optional.ofNullable(backup.getStatus());
  }
}
