package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.NormalForm;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Deletes the hooks that remain from an interrupted operation, for example after an outage of the
 * API server. Unless their policy says so, Helm does not delete existing hooks before it creates
 * them again. It would then fail at each retry because they exist.
 *
 * <p>Deletes only hooks that a successful operation would have deleted, and only if each field is
 * the same as in the revision. The API server writes quantities and defaults in its own way, so it
 * compares these in a dry run.
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
  private static final JsonMapper JSON = new JsonMapper();

  int removeOf(Revision cutOff) {
    var events = cutOff.status() == RevisionStatus.UNINSTALLING ? OF_UNINSTALL : OF_DEPLOYMENT;
    return remove(cutOff, hook -> isCandidate(hook, events), found -> true).size();
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
                AwaitedHooks.isAwaited(hook.key()) && (isOfDeployment(hook) || isOfUninstall(hook)),
            found -> true)
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
    return remove(
        failed,
        CutOffHooks::isOfDeployment,
        found ->
            !Instant.parse(found.getMetadata().getCreationTimestamp()).isBefore(failed.storedAt()));
  }

  private static boolean isOfDeployment(ManifestObject hook) {
    return hook.hookEvents().stream().anyMatch(OF_DEPLOYMENT::contains)
        && !Ownership.outlives(hook);
  }

  private List<ObjectKey> remove(
      Revision cutOff,
      Predicate<ManifestObject> isMeant,
      Predicate<GenericKubernetesResource> isToGo) {
    return cutOff.hooks().readable().stream()
        .filter(isMeant)
        .flatMap(
            hook ->
                apis
                    .locate(hook.key(), cutOff.release().namespace())
                    .filter(key -> remove(key, NormalForm.of(hook, key), isToGo))
                    .stream())
        .toList();
  }

  private boolean remove(
      ObjectKey key, JsonNode hook, Predicate<GenericKubernetesResource> isToGo) {
    return live.delete(
        key,
        DeletionPropagation.BACKGROUND,
        found -> isToGo.test(found) && isTheSame(found, key, hook));
  }

  private boolean isTheSame(GenericKubernetesResource found, ObjectKey key, JsonNode hook) {
    JsonNode content = JSON.valueToTree(found);
    return found.getMetadata().getDeletionTimestamp() == null
        && (has(content, hook)
            || (hasListsOf(content, hook) && isUnchangedBy(hook, key, Descendant.of(found))));
  }

  /** A merge keeps the items that others added to a list. */
  private static boolean hasListsOf(JsonNode found, JsonNode wanted) {
    if (wanted.isObject()) {
      return wanted.properties().stream()
          .allMatch(field -> hasListsOf(found.path(field.getKey()), field.getValue()));
    }
    return !wanted.isArray()
        || (wanted.size() == found.size()
            && IntStream.range(0, wanted.size())
                .allMatch(i -> hasListsOf(found.path(i), wanted.get(i))));
  }

  /** A refused dry run, for example by a webhook, shows nothing. */
  private boolean isUnchangedBy(JsonNode hook, ObjectKey key, Descendant found) {
    try {
      return live.tryOut(key, hook, DriftRepair.FIELD_MANAGER)
          .map(Descendant::of)
          .filter(found::isSameAs)
          .isPresent();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN
          || e.getCode() == HttpURLConnection.HTTP_BAD_REQUEST) {
        return false;
      }
      throw e;
    }
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

  private static boolean has(JsonNode found, JsonNode wanted) {
    if (wanted.isObject()) {
      return wanted.properties().stream()
          .allMatch(field -> has(found.path(field.getKey()), field.getValue()));
    }
    if (wanted.isArray()) {
      return wanted.size() == found.size()
          && IntStream.range(0, wanted.size()).allMatch(i -> has(found.path(i), wanted.get(i)));
    }
    return wanted.isNull() || Objects.equals(wanted.asText(), found.asText());
  }
}
