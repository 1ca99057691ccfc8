package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.NormalForm;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.PatchedFields;
import dev.catamaran.release.Contest.Repair;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.release.Revision;
import dev.catamaran.telemetry.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Repairs drifted objects according to the manifest: with one patch of the differing fields, or a
 * new object for a missing one. Renders nothing, and creates no revision.
 */
public final class DriftRepair {
  static final String FIELD_MANAGER = "catamaran-repair";

  private static final Set<String> OUR_MANAGERS = Set.of(FIELD_MANAGER, Adoption.FIELD_MANAGER);

  private final LiveObjects live;
  private final Descendants descendants;
  private final Adoption adoption;
  private final DriftDetector detector;
  private final Contests contests;

  DriftRepair(
      LiveObjects live,
      Descendants descendants,
      Adoption adoption,
      DriftDetector detector,
      Contests contests) {
    this.live = live;
    this.descendants = descendants;
    this.adoption = adoption;
    this.detector = detector;
    this.contests = contests;
  }

  /** Returns this repair with another detector. */
  DriftRepair with(DriftDetector other) {
    return new DriftRepair(live, descendants, adoption, other, contests);
  }

  /** Repairs the objects; returns the corrections, with none for an object without real drift. */
  public List<Correction> repair(Revision revision, List<Drift> drifts, Ownership ownership) {
    return Steps.run(
        "repair drift",
        step -> {
          var corrections = repairAll(revision, drifts, ownership);
          var told = corrections.stream().map(c -> c.how() + " " + c.key()).toList();
          step.says("catamaran.drift.corrections", told);
          return corrections;
        });
  }

  private List<Correction> repairAll(Revision revision, List<Drift> drifts, Ownership ownership) {
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
      case Drift.Unserved ignored -> Optional.empty();
      case Drift.Missing missing -> lookUp(revision, missing, ownership);
      case Drift.Unwatched unwatched -> lookUp(revision, unwatched, ownership);
    };
  }

  private Optional<How> lookUp(Revision revision, Drift drift, Ownership ownership) {
    var found = live.get(drift.key());
    if (found.isEmpty()) {
      return detector.isExempt(revision, drift) ? Optional.empty() : recreate(drift, ownership);
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

  private Optional<How> recreate(Drift drift, Ownership ownership) {
    var content = ownership.complete(NormalForm.of(drift.desired()), drift.desired(), drift.key());
    live.create(drift.key(), content);
    contests.repaired(new Repair(drift.key(), new TreeSet<>(), Optional.empty()));
    return Optional.of(How.RECREATED);
  }

  private Optional<How> patch(
      Revision revision, Drift drift, Descendant before, Ownership ownership) {
    return detector
        .difference(revision, ownership)
        .of(drift.desired(), before)
        .flatMap(patch -> patch(revision, drift, before, ownership, patch));
  }

  private Optional<How> patch(
      Revision revision, Drift drift, Descendant before, Ownership ownership, ObjectNode patch) {
    var fields = fields(drift, patch);
    var rival = rival(drift.key(), fields);
    var after = live.patch(drift.key(), patch, FIELD_MANAGER).map(Descendant::of);
    after.ifPresent(now -> detector.proved(now, drift.desired(), revision, ownership));
    // A patch without effect shows that the object differs only in notation.
    if (after.filter(now -> !now.isSameWhere(patch, before)).isEmpty()) {
      return Optional.empty();
    }
    contests.repaired(new Repair(drift.key(), fields, rival));
    return Optional.of(How.PATCHED);
  }

  private static SortedSet<String> fields(Drift drift, ObjectNode patch) {
    return PatchedFields.of(
        patch, drift.desired().content(), ApiResources.mergeKeys(drift.key().apiVersion()));
  }

  private Optional<String> rival(ObjectKey key, SortedSet<String> fields) {
    return contests.isSuspect(key)
        ? live.get(key)
            .map(found -> FieldManagers.of(found))
            .flatMap(managers -> managers.ofAny(fields, OUR_MANAGERS))
        : Optional.empty();
  }
}
