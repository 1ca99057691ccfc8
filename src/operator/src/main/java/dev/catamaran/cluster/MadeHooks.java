package dev.catamaran.cluster;

import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Deletes the hooks that an operation has made, and no later success will make the primary's own:
 * created after its revision was stored, with the labels and annotations of the hook, and without
 * the mark of another release. What would be in the way of the next operation, the engine makes
 * anew itself (src/engine/release/turned.go).
 */
record MadeHooks(LiveObjects live, ApiResources apis) {
  private static final Set<String> OF_UNINSTALL = Set.of("pre-delete", "post-delete");
  private static final Set<String> OF_DEPLOYMENT =
      Set.of(
          "pre-install",
          "post-install",
          "pre-upgrade",
          "post-upgrade",
          "pre-rollback",
          "post-rollback");

  /** The engine writes it into the hooks of confined releases (src/engine/release/hooks.go). */
  private static final String OWNER = "catamaran.dev/hook-of";

  /** Deletes the Jobs and Pods, which may still run, whatever their policy. */
  void removeWork(Revision failed) {
    remove(
        failed,
        hook ->
            AwaitedHooks.isAwaited(hook.key())
                && (isOf(OF_DEPLOYMENT, hook) || isOf(OF_UNINSTALL, hook)));
  }

  /**
   * Deletes the hooks that a failed attempt made, whatever their policy, and returns them. They
   * would be objects of others if the chart makes objects of them.
   */
  List<ObjectKey> remove(Revision failed) {
    return remove(failed, hook -> isOf(OF_DEPLOYMENT, hook) && !Ownership.outlives(hook));
  }

  private static boolean isOf(Set<String> events, ManifestObject hook) {
    return hook.hookEvents().stream().anyMatch(events::contains);
  }

  private List<ObjectKey> remove(Revision revision, Predicate<ManifestObject> isMeant) {
    var release = revision.release();
    return revision.hooks().readable().stream()
        .filter(isMeant)
        .flatMap(
            hook ->
                apis
                    .locate(hook.key(), release.namespace())
                    .filter(
                        key ->
                            live.delete(
                                key,
                                DeletionPropagation.BACKGROUND,
                                found ->
                                    isMadeBy(found.getMetadata(), revision)
                                        && isOf(found.getMetadata(), hook, release)))
                    .stream())
        .toList();
  }

  private static boolean isMadeBy(ObjectMeta found, Revision revision) {
    return found.getDeletionTimestamp() == null
        && !Instant.parse(found.getCreationTimestamp()).isBefore(revision.storedAt());
  }

  private static boolean isOf(ObjectMeta found, ManifestObject hook, ReleaseKey release) {
    var owner = release.toString();
    return owner.equals(found.getAnnotations().getOrDefault(OWNER, owner))
        && has(found.getLabels(), hook, "labels")
        && has(found.getAnnotations(), hook, "annotations");
  }

  private static boolean has(Map<String, String> found, ManifestObject hook, String part) {
    return hook.content().path("metadata").path(part).properties().stream()
        .allMatch(each -> each.getValue().asText().equals(found.get(each.getKey())));
  }
}
