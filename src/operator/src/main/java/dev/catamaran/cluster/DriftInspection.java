package dev.catamaran.cluster;

import dev.catamaran.manifest.Drift;
import dev.catamaran.release.Revision;
import dev.catamaran.telemetry.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Separates real drift from differences in notation, for a policy without repairs. It sends each
 * repair to the API server as a dry run.
 */
record DriftInspection(
    LiveObjects live, Descendants descendants, Adoption adoption, DriftDetector detector) {
  /**
   * Returns those of {@code drifts} that a repair would change. Adopts objects that do not name the
   * primary, and disowns those that outlive it, although it repairs nothing else.
   */
  List<Drift> confirm(Revision revision, List<Drift> drifts, Ownership ownership) {
    return Steps.run(
        "inspect drift",
        step -> {
          var real = new ArrayList<Drift>();
          Refusals.deferring(
              drifts,
              drift -> {
                if (isReal(revision, drift, ownership)) {
                  real.add(drift);
                }
              });
          step.attribute("catamaran.drift.objects", real.size());
          return real;
        });
  }

  /**
   * Adopts all existing objects of {@code drifts} that do not name the primary, and disowns those
   * that outlive it.
   */
  void claim(Revision revision, List<Drift> drifts, Ownership ownership) {
    Refusals.deferring(drifts, drift -> isMissing(revision, drift, ownership));
  }

  private boolean isMissing(Revision revision, Drift drift, Ownership ownership) {
    return claimed(drift, ownership).isEmpty() && !detector.mayBeMissing(revision, drift);
  }

  private boolean isReal(Revision revision, Drift drift, Ownership ownership) {
    return claimed(drift, ownership)
        .map(found -> differs(revision, drift, found, ownership))
        .orElseGet(() -> !detector.mayBeMissing(revision, drift));
  }

  private Optional<Descendant> claimed(Drift drift, Ownership ownership) {
    var claimed = claim(drift, ownership);
    claimed.ifPresent(detector::found);
    return claimed;
  }

  private Optional<Descendant> claim(Drift drift, Ownership ownership) {
    return switch (drift) {
      case Drift.Unserved ignored -> Optional.empty();
      case Drift.Missing missing -> claim(missing, Optional.empty(), ownership);
      case Drift.Changed changed -> claim(changed, descendants.find(changed.key()), ownership);
      case Drift.Unwatched unwatched -> {
        var found = live.get(unwatched.key()).map(Descendant::of);
        yield found.isEmpty() ? found : claim(unwatched, found, ownership);
      }
    };
  }

  private Optional<Descendant> claim(Drift drift, Optional<Descendant> found, Ownership ownership) {
    return found
        .filter(object -> Adoption.isSettled(object, drift.desired(), ownership))
        .or(() -> adoption.adopt(drift.desired(), drift.key(), ownership).map(Descendant::of));
  }

  private boolean differs(Revision revision, Drift drift, Descendant found, Ownership ownership) {
    var patch =
        detector
            .difference(revision, ownership)
            .of(drift.desired(), found)
            .map(Differ.Found::patch);
    if (patch.isEmpty()) {
      return false;
    }
    var after = live.tryOut(drift.key(), patch.get(), DriftRepair.FIELD_MANAGER);
    if (after.map(Descendant::of).filter(a -> a.isSameWhere(patch.get(), found)).isEmpty()) {
      return true;
    }
    detector.proved(found, drift.desired(), revision, ownership);
    return false;
  }
}
