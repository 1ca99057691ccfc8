package dev.catamaran.cluster;

import dev.catamaran.release.ManifestObject;
import dev.catamaran.release.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Removes what Helm leaves behind. Helm compares a new revision with the last deployed one only, so
 * an object that nobody but a failed revision made would stay for ever.
 */
public final class Leftovers {
  /**
   * Where an object is, whatever version of its API a chart writes it in, and whether or not the
   * chart names the namespace.
   */
  private record Place(String group, String kind, String namespace, String name) {
    static Place of(ObjectKey key, String releaseNamespace) {
      int slash = key.apiVersion().indexOf('/');
      var group = slash < 0 ? "" : key.apiVersion().substring(0, slash);
      var namespace = key.namespace().isEmpty() ? releaseNamespace : key.namespace();
      return new Place(group, key.kind(), namespace, key.name());
    }
  }

  private final LiveObjects live;
  private final Descendants descendants;
  private final ApiResources apis;

  Leftovers(LiveObjects live, Descendants descendants, ApiResources apis) {
    this.live = live;
    this.descendants = descendants;
    this.apis = apis;
  }

  /**
   * Deletes the objects of {@code failed} revisions that {@code current} does not have; returns how
   * many there were.
   */
  public int removeAfterFailures(Collection<Revision> failed, Revision current) {
    var namespace = current.release().namespace();
    var wanted =
        current.manifest().objects().stream()
            .map(object -> Place.of(object.key(), namespace))
            .collect(Collectors.toSet());
    return remove(failed, wanted);
  }

  /**
   * Deletes all objects of these revisions that are still there after an uninstall; returns how
   * many there were.
   */
  public int removeAll(Collection<Revision> revisions) {
    return remove(revisions, Set.of());
  }

  /**
   * Deletes all watched objects that name {@code ownership}'s primary: for a release whose history
   * is lost.
   */
  public int removeOwned(Ownership ownership) {
    int removed = 0;
    for (var descendant : descendants.of(PrimaryKey.of(ownership.primary()))) {
      if (!new ManifestObject(descendant.content()).isKept() && live.delete(descendant.key())) {
        removed++;
      }
    }
    return removed;
  }

  private int remove(Collection<Revision> revisions, Set<Place> wanted) {
    int removed = 0;
    for (var revision : revisions) {
      var namespace = revision.release().namespace();
      var unwanted =
          revision.manifest().objects().stream()
              .filter(object -> !object.isKept())
              .filter(object -> !wanted.contains(Place.of(object.key(), namespace)))
              .toList();
      for (var object : List.copyOf(unwanted).reversed()) {
        removed += removeIfOfRelease(object, revision.release()) ? 1 : 0;
      }
    }
    return removed;
  }

  private boolean removeIfOfRelease(ManifestObject object, ReleaseKey release) {
    return apis.locate(object.key(), release.namespace())
        .filter(key -> live.get(key).filter(found -> isOf(found, release)).isPresent())
        .map(live::delete)
        .orElse(false);
  }

  /**
   * Only what carries Helm's marks of this very release is ever deleted, and never what says that
   * it wants to stay.
   */
  private static boolean isOf(GenericKubernetesResource found, ReleaseKey release) {
    Map<String, String> annotations =
        Optional.ofNullable(((HasMetadata) found).getMetadata().getAnnotations()).orElse(Map.of());
    return release.name().equals(annotations.get("meta.helm.sh/release-name"))
        && release.namespace().equals(annotations.get("meta.helm.sh/release-namespace"))
        && !"keep".equals(annotations.get("helm.sh/resource-policy"))
        && found.getMetadata().getDeletionTimestamp() == null;
  }
}
