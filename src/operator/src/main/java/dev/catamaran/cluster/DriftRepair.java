package dev.catamaran.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.cluster.Settler.Settled;
import dev.catamaran.engine.ReleaseRequest.Act;
import dev.catamaran.engine.ReleaseRequest.Deed;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.fields.FieldChanges;
import dev.catamaran.fields.Mask;
import dev.catamaran.manifest.Drift;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Contest.Repair;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.telemetry.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Repairs drifted objects according to the manifest: with one patch of the differing fields, or a
 * new object for a missing one. Or only tells what it would repair. Renders nothing, and creates no
 * revision. An object of another release is refused, whatever is to be done.
 */
record DriftRepair(
    Settler settler, Descendants descendants, DriftDetector detector, Contests contests) {
  static final String FIELD_MANAGER = "catamaran-repair";
  private static final int MOST_FIELDS = 5;

  private static final Set<String> OUR_MANAGERS =
      Set.of(FIELD_MANAGER, "catamaran-owner", FieldManagers.OF_ENGINE);

  /**
   * Repairs the objects; returns the corrections, with none for an object without real drift.
   *
   * @throws EngineException if the API server refuses some repairs, after all others; at once, if
   *     it cannot be reached or fails
   */
  List<Correction> repair(Revision revision, List<Drift> drifts, Ownership ownership) {
    return Steps.run(
        "repair drift",
        step -> {
          var corrections = new ArrayList<Correction>();
          var served = served(drifts);
          var settled = settled(Act.REPAIR, revision, served, ownership);
          for (int i = 0; i < settled.size(); i++) {
            var drift = served.get(i);
            contests.tried(drift.key(), settled.get(i).refusal().isPresent());
            correction(revision, drift, settled.get(i), ownership).ifPresent(corrections::add);
          }
          Settler.requireAll(settled);
          var names = corrections.stream().map(c -> c.how() + " " + c.key()).toList();
          step.attribute("catamaran.drift.corrections", names);
          return corrections;
        });
  }

  /**
   * Returns those of {@code drifts} that a repair would change, as dry runs show. Adopts objects
   * that do not name the primary, and disowns those that outlive it, although it repairs nothing
   * else.
   */
  List<Drift> confirm(Revision revision, List<Drift> drifts, Ownership ownership) {
    return Steps.run(
        "inspect drift",
        step -> {
          var served = served(drifts);
          var real = new ArrayList<>(drifts);
          real.removeAll(served);
          var settled = settled(Act.TRY, revision, served, ownership);
          for (int i = 0; i < settled.size(); i++) {
            if (isReal(revision, served.get(i), settled.get(i), ownership)) {
              real.add(served.get(i));
            }
          }
          Settler.requireAll(settled);
          step.attribute("catamaran.drift.objects", real.size());
          return real;
        });
  }

  /** Adopts and disowns so, and looks no further. */
  void claim(Revision revision, List<Drift> drifts, Ownership ownership) {
    Settler.requireAll(settled(Act.CLAIM, revision, served(drifts), ownership));
  }

  /** Returns those of kinds that exist. */
  private static List<Drift> served(List<Drift> drifts) {
    return drifts.stream().filter(drift -> !(drift instanceof Drift.Unserved)).toList();
  }

  /** Returns what became of each object, and notes which ones are there. */
  private List<Settled> settled(
      Act act, Revision revision, List<Drift> drifts, Ownership ownership) {
    var settled =
        settler.attempt(
            revision.release(),
            Optional.of(ownership),
            drifts.stream().map(drift -> deed(act, revision, drift, ownership)).toList());
    for (int i = 0; i < settled.size(); i++) {
      var now = settled.get(i).live().map(Descendant::of);
      now.ifPresent(detector::found);
      if (now.isEmpty() && settled.get(i).refusal().isEmpty()) {
        detector.noteMissing(revision, drifts.get(i));
      }
    }
    return settled;
  }

  private Deed deed(Act act, Revision revision, Drift drift, Ownership ownership) {
    var exemptions = detector.difference(revision, ownership).exemptions();
    return new Deed(
        act,
        Settler.placed(drift.desired().content(), drift.key()),
        Ownership.outlives(drift.desired()),
        exemptions.isExempt(drift.desired()),
        exemptions.fields(drift.desired()).stream().map(JsonPointer::toString).toList(),
        !(drift instanceof Drift.Changed) && detector.isExpected(revision, drift),
        null,
        0);
  }

  private boolean isReal(Revision revision, Drift drift, Settled settled, Ownership ownership) {
    if (settled.refusal().isPresent()) {
      return false;
    }
    if (settled.live().isEmpty()) {
      return detector.isExpected(revision, drift);
    }
    if (!(settled.answer().path("patch") instanceof ObjectNode patch)) {
      return false;
    }
    var found = Descendant.of(settled.live().get());
    var after = settled.object("after").map(Descendant::of);
    if (after.filter(then -> then.isSameWhere(patch, found)).isEmpty()) {
      return true;
    }
    detector.proved(found, drift.desired(), revision, ownership);
    return false;
  }

  private Optional<Correction> correction(
      Revision revision, Drift drift, Settled settled, Ownership ownership) {
    var key = drift.key();
    if (settled.is("made")) {
      contests.repaired(new Repair(key, new TreeSet<>(), Optional.empty()));
      return Optional.of(new Correction(key, How.RECREATED));
    }
    var before = settled.object("before");
    if (before.isEmpty()
        || settled.live().isEmpty()
        || settled.refusal().isPresent()
        || !(settled.answer().path("patch") instanceof ObjectNode patch)) {
      return Optional.empty();
    }
    var now = Descendant.of(settled.live().get());
    var then = Descendant.of(before.get());
    detector.proved(now, drift.desired(), revision, ownership);
    // A patch without effect shows that the object differs only in notation.
    if (now.isSameWhere(patch, then)) {
      return Optional.empty();
    }
    if (settled.is("adopted") && patch.size() == 1 && patch.has("metadata")) {
      return Optional.of(new Correction(key, How.ADOPTED));
    }
    var fields = new TreeSet<String>();
    settled.answer().path("fields").forEach(field -> fields.add(field.asText()));
    var rival =
        otherOperator(then.content(), fields)
            .or(
                () ->
                    FieldManagers.of(settled.answer().path("before")).ofAny(fields, OUR_MANAGERS));
    contests.repaired(new Repair(key, fields, rival));
    return Optional.of(
        new Correction(key, How.PATCHED, told(patch, then, now, revision.secrets(), rival)));
  }

  /** Other clients may have changed other fields meanwhile. */
  private static String told(
      ObjectNode patch,
      Descendant before,
      Descendant now,
      SecretTexts secrets,
      Optional<String> rival) {
    var changes =
        FieldChanges.of(
            Descendant.part(patch, before.content()),
            Descendant.part(patch, now.content()),
            MissingNode.getInstance(),
            Mask.of(now.content(), secrets));
    return changes.stream()
            .limit(MOST_FIELDS)
            .map(FieldChange::line)
            .collect(Collectors.joining(", ", "", changes.size() > MOST_FIELDS ? ", …" : ""))
        + rival.map(name -> ", set by " + name).orElse("");
  }

  /** Another operator of the same primaries has our field managers, and its own label. */
  private static Optional<String> otherOperator(JsonNode before, Set<String> fields) {
    return Optional.of(Contest.OPERATOR)
        .filter(fields::contains)
        .map(label -> before.at(label).asText())
        .filter(name -> !name.isEmpty());
  }
}
