package dev.catamaran.controller;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports that the operator may not write the primaries of a watch: no condition of them can say
 * so. An Event does on each primary, and one line of the log does for all.
 */
final class RefusedWrites implements Metrics {
  private static final Logger log = LoggerFactory.getLogger(RefusedWrites.class);

  private final GroupVersionKind gvk;
  private final EventRecorder events;
  private final Set<ResourceID> refused = ConcurrentHashMap.newKeySet();

  RefusedWrites(GroupVersionKind gvk, EventRecorder events) {
    this.gvk = gvk;
    this.events = events;
  }

  /** Returns how many primaries the API server refused to write in their last pass. */
  int count() {
    return refused.size();
  }

  @Override
  public void failedReconciliation(
      HasMetadata primary, Exception failure, Map<String, Object> metadata) {
    var id = ResourceID.fromResource(primary);
    refusal(primary, failure)
        .ifPresentOrElse(words -> note(primary, id, words), () -> refused.remove(id));
  }

  private void note(HasMetadata primary, ResourceID id, String words) {
    boolean isFirst = refused.isEmpty();
    refused.add(id);
    if (isFirst) {
      log.error(
          "Objects of {} cannot be written, so they get no finalizer or no status, and nothing more"
              + " is done for them: {}. Give the operator this permission (config/rbac/role.yaml); it"
              + " tries again by itself. No further refusal is logged until a write succeeds",
          gvk,
          words);
    }
    events.record(
        primary,
        EventRecorder.Type.WARNING,
        Reasons.FORBIDDEN,
        "the operator may not write this object, so its status is not current: " + words);
  }

  @Override
  public void finishedReconciliation(HasMetadata primary, Map<String, Object> metadata) {
    end(ResourceID.fromResource(primary));
  }

  @Override
  public void cleanupDoneFor(ResourceID primary, Map<String, Object> metadata) {
    end(primary);
  }

  private void end(ResourceID primary) {
    if (refused.remove(primary) && refused.isEmpty()) {
      log.info("Objects of {} can be written again", gvk);
    }
  }

  /**
   * Returns the API server's words, if it refused a write of {@code primary} for want of rights.
   */
  private static Optional<String> refusal(HasMetadata primary, Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .filter(KubernetesClientException.class::isInstance)
        .map(KubernetesClientException.class::cast)
        .filter(refusal -> isAbout(primary, refusal))
        .map(ApiFailures::of)
        .filter(failed -> failed.kind() == EngineFailure.Kind.FORBIDDEN)
        .map(EngineFailure::message)
        .findFirst();
  }

  private static boolean isAbout(HasMetadata primary, KubernetesClientException refusal) {
    var group = GroupVersionKind.parse(primary.getApiVersion(), primary.getKind()).group();
    return Optional.ofNullable(refusal.getStatus())
        .map(Status::getDetails)
        .filter(details -> primary.getMetadata().getName().equals(details.getName()))
        .filter(details -> group.equals(Optional.ofNullable(details.getGroup()).orElse("")))
        .isPresent();
  }
}
