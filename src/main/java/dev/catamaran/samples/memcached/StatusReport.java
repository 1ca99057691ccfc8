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
 * Says in a status what was seen: pure, so that the same sight gives the same status. What did not
 * change since the status the MemcachedBackup shows now is kept as it is.
 *
 * @param backup what it speaks of
 * @param now when it was seen
 */
record StatusReport(MemcachedBackup backup, Instant now) {

  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  /** The status after a pass that did what {@code generation} asks for. */
  MemcachedBackupStatus seen(Readiness readiness, Collection<Pod> pods, long generation) {
    return new MemcachedBackupStatus(nodes(pods), conditions(readiness), generation);
  }

  /** The status after any other pass: the nodes stay as they were last seen. */
  MemcachedBackupStatus unseen(Readiness readiness, Optional<Long> observedGeneration) {
    var nodes = shown().map(MemcachedBackupStatus::nodes).orElse(List.of());
    @Nullable Long generation = observedGeneration.orElse(null);
    return new MemcachedBackupStatus(nodes, conditions(readiness), generation);
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
