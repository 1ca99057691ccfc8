package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.fields.FieldChanges;
import dev.catamaran.fields.Mask;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.NormalForm;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Contest.Repair;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.telemetry.Steps;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Repairs drifted objects according to the manifest: with one patch of the differing fields, or a
 * new object for a missing one. Or only tells what it would repair. Renders nothing, and creates no
 * revision. An object of another release is refused, whatever is to be done.
 */
record DriftRepair(
    LiveObjects live,
    Descendants descendants,
    Adoption adoption,
    DriftDetector detector,
    Contests contests,
    Room room) {
  static final String FIELD_MANAGER = "catamaran-repair";
  private static final int MOST_FIELDS = 5;

  private static final Set<String> OUR_MANAGERS =
      Set.of(FIELD_MANAGER, Adoption.FIELD_MANAGER, FieldManagers.OF_ENGINE);

  /**
   * Repairs the objects; returns the corrections, with none for an object without real drift.
   *
   * @throws KubernetesClientException if the API server refuses some repairs, after all others; at
   *     once, if it cannot be reached or fails
   */
  List<Correction> repair(Revision revision, List<Drift> drifts, Ownership ownership) {
    return Steps.run(
        "repair drift",
        step -> {
          var corrections = repairAll(revision, drifts, ownership);
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

  /** Adopts and disowns so, and looks no further. */
  void claim(Revision revision, List<Drift> drifts, Ownership ownership) {
    Refusals.deferring(
        drifts,
        drift -> {
          if (claimed(drift, ownership).isEmpty()) {
            detector.noteMissing(revision, drift);
          }
        });
  }

  private boolean isReal(Revision revision, Drift drift, Ownership ownership) {
    return claimed(drift, ownership)
        .map(found -> differs(revision, drift, found, ownership))
        .orElseGet(() -> detector.noteMissing(revision, drift));
  }

  private Optional<Descendant> claimed(Drift drift, Ownership ownership) {
    return found(drift, ownership)
        .flatMap(
            found ->
                Adoption.isSettled(found, drift.desired(), ownership)
                    ? Optional.of(found)
                    : adoption.adopt(drift.desired(), drift.key(), ownership).map(Descendant::of));
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
    var after = live.tryOut(drift.key(), patch.get(), FIELD_MANAGER);
    if (after.map(Descendant::of).filter(a -> a.isSameWhere(patch.get(), found)).isEmpty()) {
      return true;
    }
    detector.proved(found, drift.desired(), revision, ownership);
    return false;
  }

  List<ObjectKey> makeRoom(Revision revision, Ownership ownership) {
    var difference = detector.difference(revision, ownership);
    var patches = new LinkedHashMap<ObjectKey, ObjectNode>();
    var repaired = new ArrayList<ObjectKey>();
    for (var drift : detector.find(revision, ownership)) {
      var found = live.get(drift.key()).map(Descendant::of);
      var plain =
          found.flatMap(before -> difference.of(drift.desired(), before)).map(Differ.Found::patch);
      if (plain.isPresent() && !room.isValid(found.get(), plain.get())) {
        var wider = room.in(found.get(), drift.desired(), difference);
        wider.ifPresent(patch -> patches.put(drift.key(), patch));
        if (wider.isEmpty() && room.unseals(found.get(), drift.desired(), ownership.release())) {
          repaired.add(drift.key());
        }
      }
    }
    patches.forEach((key, patch) -> live.patch(key, patch, FIELD_MANAGER));
    repaired.addAll(patches.keySet());
    return repaired;
  }

  private List<Correction> repairAll(Revision revision, List<Drift> drifts, Ownership ownership) {
    var corrections = new ArrayList<Correction>();
    Refusals.deferring(
        drifts, drift -> tried(revision, drift, ownership).ifPresent(corrections::add));
    return corrections;
  }

  private Optional<Correction> tried(Revision revision, Drift drift, Ownership ownership) {
    try {
      var correction = repair(revision, drift, ownership);
      contests.tried(drift.key(), false);
      return correction;
    } catch (KubernetesClientException e) {
      contests.tried(drift.key(), LiveObjects.isRefusal(e));
      throw e;
    }
  }

  private Optional<Correction> repair(Revision revision, Drift drift, Ownership ownership) {
    var found = found(drift, ownership);
    if (found.isEmpty()) {
      return drift instanceof Drift.Changed
              || drift instanceof Drift.Unserved
              || !detector.noteMissing(revision, drift)
          ? Optional.empty()
          : recreate(drift, ownership);
    }
    if (drift instanceof Drift.Changed
        || found.get().owners().names(PrimaryKey.of(ownership.primary()))) {
      return patch(revision, drift, found.get(), ownership);
    }
    return adoption
        .adopt(drift.desired(), drift.key(), ownership)
        .map(
            adopted ->
                patch(revision, drift, Descendant.of(adopted), ownership)
                    .orElseGet(() -> new Correction(drift.key(), How.ADOPTED)));
  }

  /** Returns the object of a drift, from memory if that shows it; empty if there is none. */
  private Optional<Descendant> found(Drift drift, Ownership ownership) {
    var found =
        switch (drift) {
          case Drift.Unserved ignored -> Optional.<Descendant>empty();
          case Drift.Changed changed -> descendants.find(changed.key());
          case Drift.Missing missing -> live.get(missing.key()).map(Descendant::of);
          case Drift.Unwatched unwatched -> live.get(unwatched.key()).map(Descendant::of);
        };
    found.ifPresent(
        now -> {
          detector.found(now);
          requireOurs(now, ownership);
        });
    return found;
  }

  /**
   * An object under the name of a missing one can be another release's, as in an upgrade. One that
   * the primary owns is its own, whatever a person has edited.
   *
   * @throws KubernetesClientException if it is, with the code of a refusal
   */
  private static void requireOurs(Descendant found, Ownership ownership) {
    if (!found.owners().names(PrimaryKey.of(ownership.primary()))
        && Leftovers.isOfOthers(found.content(), ownership.release())) {
      var annotations = found.content().path("metadata").path("annotations");
      var message =
          "%s belongs to release %s/%s by its annotations meta.helm.sh/release-*, and is not repaired; uninstall that release, or remove the annotations"
              .formatted(
                  found.key(),
                  annotations.path("meta.helm.sh/release-namespace").asText(),
                  annotations.path("meta.helm.sh/release-name").asText());
      throw new KubernetesClientException(
          message,
          HttpURLConnection.HTTP_FORBIDDEN,
          new StatusBuilder().withMessage(message).build());
    }
  }

  private Optional<Correction> recreate(Drift drift, Ownership ownership) {
    var wanted = NormalForm.of(drift.desired(), drift.key());
    var content = ownership.complete(wanted, drift.key(), Ownership.outlives(drift.desired()));
    live.create(drift.key(), content);
    descendants.departures().arrived(drift.key());
    contests.repaired(new Repair(drift.key(), new TreeSet<>(), Optional.empty()));
    return Optional.of(new Correction(drift.key(), How.RECREATED));
  }

  private Optional<Correction> patch(
      Revision revision, Drift drift, Descendant before, Ownership ownership) {
    var difference = detector.difference(revision, ownership);
    return difference
        .of(drift.desired(), before)
        .flatMap(differing -> patch(revision, drift, before, ownership, differing));
  }

  private Optional<Correction> patch(
      Revision revision,
      Drift drift,
      Descendant before,
      Ownership ownership,
      Differ.Found differing) {
    var patch = differing.patch();
    var fields = differing.fields();
    var rival = rival(before, fields);
    var after =
        write(drift, before, patch, detector.difference(revision, ownership), ownership)
            .map(Descendant::of);
    after.ifPresent(now -> detector.proved(now, drift.desired(), revision, ownership));
    // A patch without effect shows that the object differs only in notation.
    if (after.filter(now -> !now.isSameWhere(patch, before)).isEmpty()) {
      return Optional.empty();
    }
    contests.repaired(new Repair(drift.key(), fields, rival));
    return after.map(
        now ->
            new Correction(
                drift.key(), How.PATCHED, told(patch, before, now, revision.secrets(), rival)));
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
            PatchedPart.of(patch, before.content()),
            PatchedPart.of(patch, now.content()),
            MissingNode.getInstance(),
            Mask.of(now.content(), secrets));
    return changes.stream()
            .limit(MOST_FIELDS)
            .map(FieldChange::line)
            .collect(Collectors.joining(", ", "", changes.size() > MOST_FIELDS ? ", …" : ""))
        + rival.map(name -> ", set by " + name).orElse("");
  }

  /** Writes {@code patch}, or one that makes room for it if the result would be invalid. */
  private Optional<GenericKubernetesResource> write(
      Drift drift,
      Descendant before,
      ObjectNode patch,
      Difference difference,
      Ownership ownership) {
    try {
      return live.patch(drift.key(), patch, FIELD_MANAGER);
    } catch (KubernetesClientException e) {
      if (!LiveObjects.isInvalid(e)) {
        throw e;
      }
      var possible = room.in(before, drift.desired(), difference);
      if (possible.isEmpty() && room.unseals(before, drift.desired(), ownership.release())) {
        possible = Optional.of(patch);
      }
      return live.patch(drift.key(), possible.orElseThrow(() -> e), FIELD_MANAGER);
    }
  }

  /** Another operator of the same primaries has our field managers, and its own label. */
  private Optional<String> rival(Descendant before, SortedSet<String> fields) {
    return otherOperator(before.content(), fields).or(() -> manager(before.key(), fields));
  }

  /** Whoever may not read the object repairs it without knowing. */
  private Optional<String> manager(ObjectKey key, SortedSet<String> fields) {
    try {
      return live.get(key)
          .map(found -> FieldManagers.of(found))
          .flatMap(managers -> managers.ofAny(fields, OUR_MANAGERS));
    } catch (KubernetesClientException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> otherOperator(JsonNode before, Set<String> fields) {
    return Optional.of(Contest.OPERATOR)
        .filter(fields::contains)
        .map(label -> before.at(label).asText())
        .filter(name -> !name.isEmpty());
  }
}
