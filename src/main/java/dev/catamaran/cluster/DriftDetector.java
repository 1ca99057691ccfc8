package dev.catamaran.cluster;

import dev.catamaran.release.Drift;
import dev.catamaran.release.ManifestDiff;
import dev.catamaran.release.ManifestObject;
import dev.catamaran.release.NormalForm;
import dev.catamaran.release.ObjectKey;
import dev.catamaran.release.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the objects of a revision that are not as its manifest says, without any request. */
public final class DriftDetector {
  private final Descendants descendants;
  private final ApiResources apis;

  /** By object: which content was found to agree with which revision. */
  private final Map<ObjectKey, Agreement> agreements = new ConcurrentHashMap<>();

  private record Agreement(String contentHash, int revision, String primaryUid) {}

  /** Compares what {@code descendants} knows. */
  public DriftDetector(Descendants descendants, ApiResources apis) {
    this.descendants = descendants;
    this.apis = apis;
  }

  /**
   * All drift of {@code revision}.
   *
   * @param ownership what its objects' metadata must say
   * @param watching false to have every object looked up when drift is corrected instead of
   *     trusting the watch
   */
  public List<Drift> find(Revision revision, Ownership ownership, boolean watching) {
    var drifts = new ArrayList<Drift>();
    for (var object : revision.manifest().objects()) {
      apis.locate(object.key(), revision.release().namespace())
          .flatMap(key -> check(object, key, revision, ownership, watching))
          .ifPresent(drifts::add);
    }
    return drifts;
  }

  /**
   * Remembers that a live content agrees with a revision although it reads otherwise: the API
   * server writes quantities and defaults in its own way.
   */
  void agreed(Descendant live, Revision revision, Ownership ownership) {
    agreements.put(live.key(), agreement(live, revision, ownership));
  }

  private Optional<Drift> check(
      ManifestObject object,
      ObjectKey key,
      Revision revision,
      Ownership ownership,
      boolean watching) {
    if (!watching || !descendants.watch(key)) {
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
    var agreement = agreement(live, revision, ownership);
    if (Objects.equals(agreements.get(live.key()), agreement)) {
      return Optional.empty();
    }
    var wanted = ownership.complete(NormalForm.of(object), object, live.key());
    var diff = new ManifestDiff(ApiResources.mergeKeys(live.key().apiVersion()));
    if (diff.patch(wanted, live.content()).isPresent()) {
      return Optional.of(new Drift.Changed(object, live.key()));
    }
    agreements.put(live.key(), agreement);
    return Optional.empty();
  }

  private static Agreement agreement(Descendant live, Revision revision, Ownership ownership) {
    return new Agreement(live.contentHash(), revision.number(), ownership.primary().uid());
  }
}
