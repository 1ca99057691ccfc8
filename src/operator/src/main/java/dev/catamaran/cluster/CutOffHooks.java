package dev.catamaran.cluster;

import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Deletes the hooks that remain from an interrupted operation, for example after an outage of the
 * API server. Unless their policy says so, Helm does not delete existing hooks before it creates
 * them again. It would then fail at each retry because they exist.
 *
 * <p>Deletes only what the operation has made: created after its revision was stored, with the
 * labels and annotations of the hook, and without the mark of another release.
 */
record CutOffHooks(LiveObjects live, ApiResources apis) {
  private static final String POLICIES = "helm.sh/hook-delete-policy";
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

  int removeOf(Revision cutOff) {
    var events = cutOff.status() == RevisionStatus.UNINSTALLING ? OF_UNINSTALL : OF_DEPLOYMENT;
    return remove(cutOff, hook -> isCandidate(hook, events)).size();
  }

  /**
   * Deletes the Jobs and Pods, which may still run, whatever their policy; returns their number.
   * For an operation that was given up, and a release that is to be uninstalled: only a success
   * makes hooks the primary's own.
   */
  int removeWork(Revision failed) {
    return remove(
            failed,
            hook ->
                AwaitedHooks.isAwaited(hook.key()) && (isOfDeployment(hook) || isOfUninstall(hook)))
        .size();
  }

  private static boolean isOfUninstall(ManifestObject hook) {
    return hook.hookEvents().stream().anyMatch(OF_UNINSTALL::contains);
  }

  /**
   * Deletes the hooks that a failed attempt made, whatever their policy, and returns them. For a
   * release that is removed: no later revision makes them the primary's own, and they would be
   * objects of others if the chart makes objects of them.
   */
  List<ObjectKey> removeMade(Revision failed) {
    return remove(failed, CutOffHooks::isOfDeployment);
  }

  private static boolean isOfDeployment(ManifestObject hook) {
    return hook.hookEvents().stream().anyMatch(OF_DEPLOYMENT::contains)
        && !Ownership.outlives(hook);
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

  private static boolean isCandidate(ManifestObject hook, Set<String> events) {
    var policies = policies(hook);
    return hook.hookEvents().stream().anyMatch(events::contains)
        && policies.contains("hook-succeeded")
        && !policies.contains("before-hook-creation");
  }

  private static Set<String> policies(ManifestObject hook) {
    var text = hook.content().path("metadata").path("annotations").path(POLICIES).asText("");
    return Arrays.stream(text.split(",", -1)).map(String::strip).collect(Collectors.toSet());
  }
}
