package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.Drift;
import dev.catamaran.release.NormalForm;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.release.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts drifted objects back to what the manifest says: one patch of the fields that differ, or a
 * new object where it is gone. Nothing is rendered, and no revision is made.
 */
public final class DriftRepair {
  static final String FIELD_MANAGER = "catamaran-repair";

  private final LiveObjects live;
  private final Descendants descendants;
  private final Adoption adoption;
  private final DriftDetector detector;

  DriftRepair(
      LiveObjects live, Descendants descendants, Adoption adoption, DriftDetector detector) {
    this.live = live;
    this.descendants = descendants;
    this.adoption = adoption;
    this.detector = detector;
  }

  /** The same with another detector. */
  DriftRepair with(DriftDetector other) {
    return new DriftRepair(live, descendants, adoption, other);
  }

  /** Repairs; returns what it took, which is nothing for objects that proved to be right. */
  public List<Correction> repair(Revision revision, List<Drift> drifts, Ownership ownership) {
    var corrections = new ArrayList<Correction>();
    for (var drift : drifts) {
      repair(revision, drift, ownership)
          .ifPresent(how -> corrections.add(new Correction(drift.key(), how)));
    }
    return corrections;
  }

  private Optional<How> repair(Revision revision, Drift drift, Ownership ownership) {
    return switch (drift) {
      case Drift.Changed changed ->
          descendants
              .find(changed.key())
              .flatMap(found -> patch(revision, changed, found, ownership));
      case Drift.Missing missing -> lookUp(revision, missing, ownership);
      case Drift.Unwatched unwatched -> lookUp(revision, unwatched, ownership);
    };
  }

  private Optional<How> lookUp(Revision revision, Drift drift, Ownership ownership) {
    var found = live.get(drift.key());
    if (found.isEmpty()) {
      var content =
          ownership.complete(NormalForm.of(drift.desired()), drift.desired(), drift.key());
      live.create(drift.key(), content);
      return Optional.of(How.RECREATED);
    }
    var before = Descendant.of(found.get());
    if (before.owners().names(PrimaryKey.of(ownership.primary()))) {
      return patch(revision, drift, before, ownership);
    }
    return adoption
        .adopt(drift.desired(), drift.key(), ownership)
        .map(
            adopted ->
                patch(revision, drift, Descendant.of(adopted), ownership).orElse(How.ADOPTED));
  }

  private Optional<How> patch(
      Revision revision, Drift drift, Descendant before, Ownership ownership) {
    return detector
        .difference(revision, ownership)
        .of(drift.desired(), before)
        .flatMap(
            patch ->
                live.patch(drift.key(), patch, FIELD_MANAGER)
                    .map(Descendant::of)
                    .flatMap(
                        after -> {
                          detector.proved(after, drift.desired(), revision, ownership);
                          return outcome(before, after, patch);
                        }));
  }

  /** A patch that changed nothing shows that the object was right, only written otherwise. */
  private static Optional<How> outcome(Descendant before, Descendant after, ObjectNode patch) {
    return after.isSameWhere(patch, before) ? Optional.empty() : Optional.of(How.PATCHED);
  }
}
