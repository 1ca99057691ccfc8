package dev.catamaran.cluster;

import dev.catamaran.cluster.Descendant.Agreement;
import dev.catamaran.release.Drift;
import dev.catamaran.release.ManifestDiff;
import dev.catamaran.release.ManifestObject;
import dev.catamaran.release.NormalForm;
import dev.catamaran.release.ObjectKey;
import dev.catamaran.release.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the objects of a revision that are not as its manifest says, without any request. */
public final class DriftDetector {
  private final Descendants descendants;
  private final ApiResources apis;

  /** Compares what {@code descendants} knows. */
  public DriftDetector(Descendants descendants, ApiResources apis) {
    this.descendants = descendants;
    this.apis = apis;
  }

  /**
   * All drift of {@code revision}.
   *
   * @param ownership what its objects' metadata must say
   */
  public List<Drift> find(Revision revision, Ownership ownership) {
    var drifts = new ArrayList<Drift>();
    for (var object : revision.manifest().objects()) {
      apis.locate(object.key(), revision.release().namespace())
          .flatMap(key -> check(object, key, revision, ownership))
          .ifPresent(drifts::add);
    }
    return drifts;
  }

  /**
   * Remembers that a live content agrees with a revision although it reads otherwise: the API
   * server writes quantities and defaults in its own way.
   */
  void agreed(Descendant live, Revision revision, Ownership ownership) {
    descendants
        .find(live.key())
        .filter(known -> known.contentHash().equals(live.contentHash()))
        .ifPresent(known -> known.agree(agreement(revision, ownership)));
  }

  private Optional<Drift> check(
      ManifestObject object, ObjectKey key, Revision revision, Ownership ownership) {
    if (!descendants.watch(key)) {
      return Optional.of(new Drift.Unwatched(object, key));
    }
    var live = descendants.find(key);
    if (live.isEmpty()) {
      return Optional.of(new Drift.Missing(object, key));
    }
    return check(object, live.get(), revision, ownership);
  }

  private Optional<Drift> check(
      ManifestObject object, Descendant live, Revision revision, Ownership ownership) {
    var agreement = agreement(revision, ownership);
    if (live.agreesWith(agreement)) {
      return Optional.empty();
    }
    var wanted = ownership.complete(NormalForm.of(object), object, live.key());
    var diff = new ManifestDiff(ApiResources.mergeKeys(live.key().apiVersion()));
    if (diff.patch(wanted, live.content()).isPresent()) {
      return Optional.of(new Drift.Changed(object, live.key()));
    }
    live.agree(agreement);
    return Optional.empty();
  }

  private static Agreement agreement(Revision revision, Ownership ownership) {
    return new Agreement(ownership.primary().uid(), revision.number());
  }
}
