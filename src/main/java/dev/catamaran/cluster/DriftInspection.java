package dev.catamaran.cluster;

import dev.catamaran.release.Drift;
import dev.catamaran.release.Revision;
import java.util.List;
import java.util.Optional;

/**
 * Tells real drift from what only reads otherwise, for a policy that repairs nothing: it has the
 * API server try the repair out.
 */
public final class DriftInspection {
  private final LiveObjects live;
  private final Descendants descendants;
  private final DriftDetector detector;

  DriftInspection(LiveObjects live, Descendants descendants, DriftDetector detector) {
    this.live = live;
    this.descendants = descendants;
    this.detector = detector;
  }

  /** The same with another detector. */
  DriftInspection with(DriftDetector other) {
    return new DriftInspection(live, descendants, other);
  }

  /** Those of {@code drifts} that a repair would change. */
  public List<Drift> confirm(Revision revision, List<Drift> drifts, Ownership ownership) {
    return drifts.stream().filter(drift -> isReal(revision, drift, ownership)).toList();
  }

  private boolean isReal(Revision revision, Drift drift, Ownership ownership) {
    return switch (drift) {
      case Drift.Missing ignored -> true;
      case Drift.Changed changed ->
          differs(revision, changed, descendants.find(changed.key()), ownership);
      case Drift.Unwatched unwatched ->
          differs(revision, unwatched, live.get(unwatched.key()).map(Descendant::of), ownership);
    };
  }

  private boolean differs(
      Revision revision, Drift drift, Optional<Descendant> found, Ownership ownership) {
    if (found.isEmpty()) {
      return true;
    }
    var patch = detector.difference(revision, ownership).of(drift.desired(), found.get());
    if (patch.isEmpty()) {
      return false;
    }
    var after = live.tryOut(drift.key(), patch.get(), DriftRepair.FIELD_MANAGER);
    if (after.map(Descendant::of).filter(a -> a.isSameWhere(patch.get(), found.get())).isEmpty()) {
      return true;
    }
    detector.proved(found.get(), drift.desired(), revision, ownership);
    return false;
  }
}
