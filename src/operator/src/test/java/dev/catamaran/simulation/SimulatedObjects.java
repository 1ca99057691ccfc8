package dev.catamaran.simulation;

import static dev.catamaran.simulation.Cluster.OPERATOR_LABEL;
import static dev.catamaran.simulation.Cluster.PRIMARY;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.cluster.ReleaseObjects.HookWait;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.Scale;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Ending;
import dev.catamaran.release.Extent;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Lingering;
import dev.catamaran.release.Revision;
import dev.catamaran.simulation.Cluster.Thing;
import dev.catamaran.simulation.Losses.By;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The operator's access to the objects, as {@code cluster/LiveReleaseObjects} has it. */
final class SimulatedObjects implements ReleaseObjects {
  private final Cluster cluster;

  SimulatedObjects(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public ReleaseObjects exempting(DriftRules rules) {
    return this;
  }

  @Override
  public List<ObjectKey> elsewhere(Revision revision) {
    return List.of();
  }

  @Override
  public void forgetKinds() {}

  @Override
  public boolean isOwner(PrimaryIdentity primary) {
    return cluster.known().stream().anyMatch(Thing::namesPrimary);
  }

  @Override
  public List<Drift> drifts(Revision revision, Ownership ownership) {
    var drifts = new ArrayList<Drift>();
    for (var object : revision.manifest().readable()) {
      var wanted = complete(Rendering.thing(object), ownership);
      var known = cluster.known(wanted.key());
      if (known.isEmpty()) {
        drifts.add(new Drift.Missing(object, wanted.key()));
      } else if (!repaired(known.get(), wanted).hasContentOf(known.get())) {
        drifts.add(new Drift.Changed(object, wanted.key()));
      }
    }
    return drifts;
  }

  @Override
  public List<Contest> contests(Revision revision) {
    return List.of();
  }

  @Override
  public List<Unready> unready(Revision revision) {
    return Rendering.things(revision.manifest()).stream()
        .map(Thing::key)
        .filter(
            key ->
                cluster
                    .known(key)
                    .filter(thing -> !thing.value().equals(Cluster.UNREADY))
                    .isEmpty())
        .map(key -> new Unready(key.toString(), false))
        .toList();
  }

  @Override
  public List<Drift> besidesRefused(List<Drift> drifts) {
    return List.of();
  }

  @Override
  public Map<ObjectKey, Ending> ended(Revision revision) {
    return Map.of();
  }

  @Override
  public Set<ObjectKey> known(PrimaryIdentity primary) {
    return cluster.known().stream()
        .filter(Thing::namesPrimary)
        .map(Thing::key)
        .collect(Collectors.toSet());
  }

  @Override
  public void settle(
      Collection<Revision> earlier,
      Revision made,
      Predicate<ObjectKey> wasKnown,
      Ownership ownership) {
    adopt(made, ownership);
    disownDropped(earlier, made, ownership);
    Rendering.things(made.manifest()).stream()
        .map(Thing::key)
        .filter(wasKnown)
        .forEach(cluster::readAgain);
  }

  @Override
  public List<Scale> scales(Revision revision) {
    return List.of();
  }

  private void adopt(Revision revision, Ownership ownership) {
    for (var wanted : Rendering.things(revision.manifest())) {
      if (!isSettled(wanted, ownership) && !Rendering.isMarked(wanted)) {
        adopt(wanted, ownership);
      }
    }
    Rendering.things(revision.hooks()).stream()
        .filter(hook -> !isAdopted(hook.key()))
        .filter(hook -> cluster.read(hook.key()).filter(Thing::isMadeByHelm).isPresent())
        .forEach(hook -> adopt(hook, ownership));
  }

  @Override
  public void adoptMade(Revision failed, Ownership ownership) {
    for (var wanted : Rendering.things(failed.manifest())) {
      if (!isAdopted(wanted.key())
          && cluster.read(wanted.key()).filter(SimulatedObjects::isToGo).isPresent()) {
        adopt(wanted, ownership);
      }
    }
  }

  @Override
  public void adopt(Revision revision, List<Drift> drifts, Ownership ownership) {
    drifts.stream()
        .map(drift -> Rendering.thing(drift.desired()))
        .filter(wanted -> !isSettled(wanted, ownership))
        .forEach(wanted -> adopt(wanted, ownership));
  }

  @Override
  public List<Drift> confirm(Revision revision, List<Drift> drifts, Ownership ownership) {
    adopt(revision, drifts, ownership);
    return drifts.stream()
        .filter(
            drift -> {
              var wanted = complete(Rendering.thing(drift.desired()), ownership);
              return cluster
                  .known(wanted.key())
                  .filter(found -> repaired(found, wanted).hasContentOf(found))
                  .isEmpty();
            })
        .toList();
  }

  @Override
  public List<Correction> repair(Revision revision, List<Drift> drifts, Ownership ownership) {
    var corrections = new ArrayList<Correction>();
    for (var drift : drifts) {
      var wanted = complete(Rendering.thing(drift.desired()), ownership);
      repair(drift, wanted)
          .map(how -> new Correction(drift.key(), how))
          .ifPresent(corrections::add);
    }
    return corrections;
  }

  private Optional<Correction.How> repair(Drift drift, Thing wanted) {
    if (drift instanceof Drift.Missing && cluster.read(wanted.key()).isEmpty()) {
      cluster.create(wanted);
      return Optional.of(Correction.How.RECREATED);
    }
    var before = cluster.find(wanted.key());
    var after = cluster.patch(wanted.key(), found -> repaired(found, wanted));
    return after
        .filter(now -> before.filter(now::hasContentOf).isEmpty())
        .map(now -> Correction.How.PATCHED);
  }

  @Override
  public Removed removeFailed(Collection<Revision> failed, Extent extent) {
    var deleted = new ArrayList<ObjectKey>();
    var left = new ArrayList<ObjectKey>();
    for (var revision : failed) {
      for (var key : keys(Stream.of(revision.manifest()))) {
        if (cluster.delete(
            key,
            found -> isMade(found, revision) || (extent == Extent.RELEASE && goes(found)),
            extent == Extent.RELEASE ? By.UNINSTALL : By.OPERATOR)) {
          deleted.add(key);
        } else if (cluster.read(key).filter(Thing::isOfRelease).isPresent()) {
          left.add(key);
        }
      }
    }
    return new Removed(deleted, left);
  }

  /** Whether an attempt made it, and it holds no data. */
  static boolean isMade(Thing found, Revision attempt) {
    return goes(found)
        && found.isMadeByHelm()
        && found.born() > attempt.storedAt().getEpochSecond();
  }

  private static boolean goes(Thing found) {
    return isToGo(found) && !Rendering.holdsData(found.key());
  }

  @Override
  public void removeForgotten(Collection<Revision> forgotten, Collection<Revision> remembered) {
    var wanted = keys(remembered.stream().map(Revision::manifest));
    forgotten.stream()
        .flatMap(revision -> Rendering.things(revision.manifest()).stream())
        .filter(thing -> !thing.isKept() && !wanted.contains(thing.key()))
        .forEach(thing -> cluster.delete(thing.key(), SimulatedObjects::isToGo, By.OPERATOR));
  }

  @Override
  public void removeWork(Revision failed) {}

  @Override
  public void removeHooks(Revision failed) {}

  @Override
  public HookWait hookWait(Revision pending) {
    return HookWait.NONE;
  }

  @Override
  public void disownKnown(Collection<Revision> revisions, Ownership ownership) {
    cluster.known().stream()
        .filter(Losses::outlives)
        .filter(thing -> thing.owners().contains(ownership.primary().uid()))
        .forEach(thing -> disown(thing.key(), ownership));
  }

  @Override
  public void disownAll(Collection<Revision> revisions, Ownership ownership) {
    disownKnown(revisions, ownership);
  }

  private void disownDropped(Collection<Revision> earlier, Revision current, Ownership ownership) {
    var wanted = keys(Stream.of(current.manifest()));
    keys(earlier.stream().map(Revision::manifest)).stream()
        .filter(key -> !wanted.contains(key))
        .forEach(key -> disown(key, ownership));
  }

  private void disown(ObjectKey key, Ownership ownership) {
    cluster.patch(
        key,
        found ->
            Losses.outlives(found)
                ? found.ownedBy(without(found, ownership.primary().uid()))
                : found);
  }

  private static Set<String> without(Thing found, String uid) {
    return found.owners().stream().filter(owner -> !owner.equals(uid)).collect(Collectors.toSet());
  }

  @Override
  public void removeOwned(Ownership ownership) {
    cluster.all().stream()
        .filter(thing -> thing.isLabelled() && thing.namesPrimary() && !Losses.outlives(thing))
        .forEach(
            thing ->
                cluster.delete(
                    thing.key(), now -> now.namesPrimary() && !Losses.outlives(now), By.OPERATOR));
  }

  @Override
  public List<ObjectKey> removeStrays(Revision current, Ownership ownership) {
    var wanted = keys(Stream.of(current.manifest()));
    return cluster.known().stream()
        .filter(thing -> thing.namesPrimary() && goes(thing) && !wanted.contains(thing.key()))
        .filter(Thing::isMadeByHelm)
        .map(Thing::key)
        .filter(key -> cluster.delete(key, now -> now.namesPrimary() && goes(now), By.OPERATOR))
        .toList();
  }

  @Override
  public boolean isCollected(Revision revision, Ownership ownership) {
    return false;
  }

  @Override
  public Lingering remaining(Collection<Revision> had, Ownership ownership) {
    return new Lingering(
        cluster.all().stream()
            .filter(thing -> thing.namesPrimary() && !Losses.outlives(thing))
            .map(thing -> thing.key().toString())
            .toList(),
        1);
  }

  private static boolean isToGo(Thing found) {
    return found.isOfRelease() && !found.isKept();
  }

  private static Set<ObjectKey> keys(Stream<Manifest> manifests) {
    return manifests
        .flatMap(manifest -> Rendering.things(manifest).stream())
        .map(Thing::key)
        .collect(Collectors.toSet());
  }

  private boolean isAdopted(ObjectKey key) {
    return cluster.known(key).filter(Thing::namesPrimary).isPresent();
  }

  private boolean isSettled(Thing wanted, Ownership ownership) {
    return cluster
        .known(wanted.key())
        .filter(Thing::namesPrimary)
        .filter(
            found ->
                Losses.outlives(wanted)
                    || Losses.outlives(found)
                    || wanted.key().namespace().isEmpty()
                    || found.owners().contains(ownership.primary().uid()))
        .isPresent();
  }

  private void adopt(Thing wanted, Ownership ownership) {
    cluster.patch(
        wanted.key(),
        found -> marked(found, Losses.outlives(wanted) || Losses.outlives(found), ownership));
  }

  private Thing complete(Thing wanted, Ownership ownership) {
    boolean outlives = cluster.known(wanted.key()).filter(Losses::outlives).isPresent();
    return marked(wanted, Losses.outlives(wanted) || outlives, ownership);
  }

  private static Thing marked(Thing thing, boolean isKept, Ownership ownership) {
    var labelled = thing.labelled(Map.of(OPERATOR_LABEL, "ours"));
    return isKept || thing.key().namespace().isEmpty()
        ? labelled.annotated(PRIMARY, "shop/cache")
        : labelled.ownedBy(with(thing.owners(), ownership.primary().uid()));
  }

  private static Set<String> with(Set<String> uids, String uid) {
    return Stream.concat(uids.stream(), Stream.of(uid)).collect(Collectors.toSet());
  }

  /** The API server merges labels, annotations and owner references. */
  private static Thing repaired(Thing found, Thing wanted) {
    var repaired =
        found
            .having(wanted.value())
            .labelled(wanted.labels())
            .ownedBy(
                Stream.concat(found.owners().stream(), wanted.owners().stream())
                    .collect(Collectors.toSet()));
    for (var annotation : wanted.annotations().entrySet()) {
      repaired = repaired.annotated(annotation.getKey(), annotation.getValue());
    }
    return repaired;
  }
}
