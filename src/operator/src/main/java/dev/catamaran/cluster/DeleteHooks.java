package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.PodNeeds;
import dev.catamaran.release.HopelessHook;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Finds the delete hooks that cannot succeed, because their pods cannot start. In a foreground
 * deletion, the garbage collector deletes what the primary owns before or while the hooks run.
 */
final class DeleteHooks {
  private static final String BEFORE = "pre-delete";
  private static final String AFTER = "post-delete";
  private static final String RBAC = "rbac.authorization.k8s.io";

  private enum Presence {
    /** The garbage collector would delete it with the primary. */
    OWNED,
    /** It exists otherwise. */
    THERE,
    /** It does not exist, or is being deleted. */
    GONE,
    /** It may not be read. Helm needs no right to read it. */
    UNKNOWN
  }

  private final LiveObjects live;
  private final ApiResources apis;
  private final Revision revision;
  private final Ownership ownership;
  private final boolean isCollected;

  /**
   * Looks at the hooks of one revision.
   *
   * @param isCollected whether the primary is deleted in the foreground
   */
  DeleteHooks(LiveObjects live, Revision revision, Ownership ownership, boolean isCollected) {
    this.live = live;
    this.apis = live.apis();
    this.revision = revision;
    this.ownership = ownership;
    this.isCollected = isCollected;
  }

  /** Returns the hooks that cannot succeed as things are. */
  List<HopelessHook> hopeless() {
    return hooks(BEFORE, AFTER).flatMap(hook -> hopeless(hook).stream()).toList();
  }

  private Stream<ManifestObject> hooks(String... events) {
    return revision.hooks().readable().stream()
        .filter(hook -> Stream.of(events).anyMatch(hook.hookEvents()::contains));
  }

  private Optional<HopelessHook> hopeless(ManifestObject hook) {
    return locate(hook)
        .flatMap(key -> needs(hook, key).flatMap(need -> lack(hook, need).stream()).findFirst());
  }

  private Stream<ObjectKey> needs(ManifestObject hook, ObjectKey key) {
    var needs = PodNeeds.of(hook, key);
    return Stream.concat(
        needs.stream(),
        needs.stream().filter(need -> need.kind().equals("ServiceAccount")).flatMap(this::grants));
  }

  /** Returns the bindings of the release that grant an account its rights, and their roles. */
  private Stream<ObjectKey> grants(ObjectKey account) {
    var made = made();
    return revision.manifest().readable().stream()
        .filter(object -> object.key().group().equals(RBAC))
        .filter(binding -> isGranted(binding.content().path("subjects"), account))
        .flatMap(binding -> Stream.of(binding.key(), role(binding)))
        .flatMap(key -> apis.locate(key, revision.release().namespace()).stream())
        .filter(made::contains);
  }

  private static boolean isGranted(JsonNode subjects, ObjectKey account) {
    return StreamSupport.stream(subjects.spliterator(), false)
        .filter(subject -> subject.path("kind").asText().equals(account.kind()))
        .anyMatch(subject -> subject.path("name").asText().equals(account.name()));
  }

  private static ObjectKey role(ManifestObject binding) {
    var role = binding.content().path("roleRef");
    return new ObjectKey(
        binding.key().apiVersion(),
        role.path("kind").asText(),
        binding.key().namespace(),
        role.path("name").asText());
  }

  private Optional<HopelessHook> lack(ManifestObject hook, ObjectKey need) {
    boolean isBefore = hook.hookEvents().contains(BEFORE);
    if (keys(hooks(isBefore ? BEFORE : AFTER)).contains(need)) {
      return Optional.empty();
    }
    if (!isBefore && made().contains(need)) {
      return lack(hook, need, "which the uninstall deletes before", true);
    }
    return switch (presence(need)) {
      case THERE, UNKNOWN -> Optional.empty();
      case OWNED ->
          isCollected
              ? lack(hook, need, "which the garbage collector deletes", true)
              : Optional.empty();
      case GONE -> lack(hook, need, "which does not exist", isLost(need));
    };
  }

  /** Whether an object of the release is gone, and nobody makes it again. */
  private boolean isLost(ObjectKey need) {
    return made().contains(need) && (isCollected || isUndeployed() || areAllCollected());
  }

  private boolean isUndeployed() {
    return revision.number() == 1
        && (revision.status() == RevisionStatus.FAILED || revision.status().isPending());
  }

  /** The garbage collector leaves no other trace on the primary at its end. */
  private boolean areAllCollected() {
    return revision.manifest().readable().stream()
        .flatMap(object -> locate(object).stream())
        .noneMatch(key -> presence(key) == Presence.OWNED);
  }

  private Presence presence(ObjectKey key) {
    try {
      return live.get(key).map(this::presence).orElse(Presence.GONE);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return Presence.UNKNOWN;
      }
      throw e;
    }
  }

  private Presence presence(GenericKubernetesResource found) {
    if (found.getMetadata().getDeletionTimestamp() != null) {
      return Presence.GONE;
    }
    return isOwned(found) ? Presence.OWNED : Presence.THERE;
  }

  private static Optional<HopelessHook> lack(
      ManifestObject hook, ObjectKey need, String why, boolean isForGood) {
    return Optional.of(
        new HopelessHook(
            hook.key(), "%s %s, %s".formatted(need.kind(), need.name(), why), isForGood));
  }

  private boolean isOwned(GenericKubernetesResource found) {
    return found.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> owner.getUid().equals(ownership.primary().uid()));
  }

  /** What the release made, and does not keep. */
  private Set<ObjectKey> made() {
    var manifests = Stream.of(revision.manifest(), revision.hooks());
    return keys(
        manifests
            .map(Manifest::readable)
            .flatMap(List::stream)
            .filter(object -> !Ownership.outlives(object)));
  }

  private Set<ObjectKey> keys(Stream<ManifestObject> objects) {
    return objects.flatMap(object -> locate(object).stream()).collect(Collectors.toSet());
  }

  private Optional<ObjectKey> locate(ManifestObject object) {
    return apis.locate(object.key(), revision.release().namespace());
  }
}
