package dev.catamaran.cluster;

import dev.catamaran.cluster.Descendant.Agreement;
import dev.catamaran.cluster.Descendant.Proof;
import dev.catamaran.engine.Engine;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Ending;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision;
import dev.catamaran.telemetry.Steps;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the objects of a revision that differ from its manifest, without any request. */
record DriftDetector(
    Descendants descendants,
    ApiResources apis,
    Engine engine,
    DriftRules rules,
    InstantSource clock) {
  DriftDetector with(DriftRules otherRules) {
    return new DriftDetector(descendants, apis, engine, otherRules, clock);
  }

  /**
   * Returns all drift of {@code revision}; none if its manifest cannot be read.
   *
   * @param ownership required metadata of its objects
   */
  List<Drift> find(Revision revision, Ownership ownership) {
    return Steps.run(
        "detect drift",
        step -> {
          var drifts = allOf(revision, ownership);
          step.attribute("catamaran.drift.objects", drifts.size());
          return drifts;
        });
  }

  boolean isOwner(PrimaryIdentity primary) {
    return !descendants.namedBy(PrimaryKey.of(primary)).isEmpty();
  }

  private List<Drift> allOf(Revision revision, Ownership ownership) {
    var agreement = agreement(revision, ownership);
    var drifts = new ArrayList<Drift>();
    var located = new LinkedHashMap<ManifestObject, Optional<ObjectKey>>();
    for (var object : revision.manifest().readable()) {
      var key = apis.locate(object.key(), revision.release().namespace());
      key.ifPresent(descendants::expect);
      // If an object is rendered twice, the last one counts, as with Helm.
      key.ifPresent(place -> located.values().remove(Optional.of(place)));
      located.put(object, key);
    }
    judge(located, agreement, difference(revision, ownership));
    for (var object : located.keySet()) {
      var key = located.get(object);
      (key.isPresent() ? check(revision, object, key.get(), agreement) : unserved(object, revision))
          .ifPresent(drifts::add);
    }
    return drifts;
  }

  /** Compares what has changed since its last comparison. */
  private void judge(
      Map<ManifestObject, Optional<ObjectKey>> located,
      Agreement agreement,
      Difference difference) {
    var changed = new ArrayList<Map.Entry<ManifestObject, Descendant>>();
    located.forEach(
        (object, key) ->
            key.filter(descendants::watch)
                .flatMap(descendants::find)
                .filter(live -> !live.isJudged(agreement))
                .ifPresent(live -> changed.add(Map.entry(object, live))));
    var found = difference.of(changed);
    for (int i = 0; i < found.size(); i++) {
      changed.get(i).getValue().judge(agreement, found.get(i).map(Difference.Found::patch));
    }
  }

  /**
   * Returns an object of an unserved kind as drift: it cannot exist, although no watch shows that.
   */
  private Optional<Drift> unserved(ManifestObject object, Revision revision) {
    var drift = new Drift.Unserved(object, object.key());
    return isExempt(revision, object) ? Optional.empty() : Optional.of(drift);
  }

  /**
   * Remembers that the differences of {@code live} are only notation: an attempt to write them left
   * them unchanged. The API server writes quantities and defaults in its own way.
   */
  void proved(Descendant live, ManifestObject object, Revision revision, Ownership ownership) {
    difference(revision, ownership)
        .of(object, live)
        .ifPresent(
            found -> {
              var agreement = agreement(revision, ownership);
              prove(Proof.of(agreement, found.patch(), live, clock.instant()), live);
            });
  }

  private void prove(Proof proof, Descendant live) {
    var known = descendants.find(live.key());
    // The watch may deliver a newer form of the object in between.
    while (known.isPresent() && known.get().take(proof)) {
      known = descendants.find(live.key());
    }
  }

  private Optional<Drift> check(
      Revision revision, ManifestObject object, ObjectKey key, Agreement agreement) {
    if (!descendants.watch(key)) {
      return Optional.of(new Drift.Unwatched(object, key));
    }
    return descendants
        .find(key)
        .map(live -> check(object, live, agreement))
        .orElseGet(
            () ->
                ending(revision, object, key).isPresent()
                    ? Optional.empty()
                    : Optional.of(unknown(revision, new Drift.Missing(object, key))));
  }

  /**
   * Returns the end of an object that is not there any more, as far as it is known. Such an object
   * is not missing.
   */
  Optional<Ending> ending(Revision revision, ManifestObject object, ObjectKey key) {
    return Optional.ofNullable(revision.ended().get(key))
        .or(() -> descendants.departures().ending(key))
        .or(
            () ->
                Endings.isShortLived(object, clock.instant())
                    ? Optional.of(Ending.success())
                    : Optional.empty());
  }

  /** Whether an object should exist if a request does not find it. */
  boolean isExpected(Revision revision, Drift drift) {
    return !isExempt(revision, drift.desired())
        && ending(revision, drift.desired(), drift.key()).isEmpty()
        && !isTakenForEnded(drift);
  }

  /** If nobody saw it go, one that asks for its deletion after its end has ended. */
  private boolean isTakenForEnded(Drift drift) {
    return Endings.mayEnd(drift.key())
        && Endings.declaresLifetime(drift.desired().content())
        && !descendants.departures().knows(drift.key());
  }

  /** Notes that a request did not find an object. */
  void noteMissing(Revision revision, Drift drift) {
    if (isExpected(revision, drift)) {
      descendants.departures().missed(drift.key());
    } else if (isTakenForEnded(drift)) {
      descendants.departures().left(drift.key(), Optional.of(Ending.success()));
    }
  }

  /** Notes how a request found an object: without a watch, nothing tells when it goes. */
  void found(Descendant live) {
    var departures = descendants.departures();
    departures.arrived(live.key());
    departures.left(live.key(), live.ending());
  }

  /** Whether the last request for an object found that it is missing. */
  boolean isMissed(ObjectKey key) {
    return descendants.departures().isMissed(key);
  }

  /** An exempt object may be missing; no watch shows one that is not adopted. */
  private Drift unknown(Revision revision, Drift.Missing missing) {
    return isExempt(revision, missing.desired())
        ? new Drift.Unwatched(missing.desired(), missing.key())
        : missing;
  }

  private Optional<Drift> check(ManifestObject object, Descendant live, Agreement agreement) {
    // What changed meanwhile wakes the next pass. A proof expires, so it is no agreement.
    return live.lacking(agreement)
        .filter(patch -> !live.isProved(agreement, patch, clock.instant()))
        .map(patch -> new Drift.Changed(object, live.key()));
  }

  /** Returns the comparison of live objects with this revision. */
  Difference difference(Revision revision, Ownership ownership) {
    return new Difference(
        engine, rules.in(revision.manifest(), revision.release().namespace()), ownership);
  }

  /** Whether drift of an object is ignored, even if it is missing. */
  boolean isExempt(Revision revision, ManifestObject object) {
    return rules.in(revision.manifest(), revision.release().namespace()).isExempt(object);
  }

  private Agreement agreement(Revision revision, Ownership ownership) {
    return new Agreement(ownership.primary().uid(), revision.number(), revision.digest(), rules);
  }
}
