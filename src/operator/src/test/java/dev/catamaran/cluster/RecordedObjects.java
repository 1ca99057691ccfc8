package dev.catamaran.cluster;

import dev.catamaran.fixture.Effects;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.Scale;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Ending;
import dev.catamaran.release.Extent;
import dev.catamaran.release.HopelessHook;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Lingering;
import dev.catamaran.release.Revision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Records what happens to the objects of releases; a test sets what is found in the cluster. */
public final class RecordedObjects implements ReleaseObjects {
  private final Effects effects;
  private final Set<String> unserved = new HashSet<>();
  private final List<Scale> scales = new ArrayList<>();
  private final List<Drift> drifts = new ArrayList<>();
  private final List<Contest> contests = new ArrayList<>();
  private final List<String> remaining = new ArrayList<>();
  private final Set<ObjectKey> unpatchable = new HashSet<>();
  private final List<HopelessHook> hopeless = new ArrayList<>();
  private final Set<ObjectKey> kept = new HashSet<>();
  private final List<ObjectKey> spared = new ArrayList<>();
  private Optional<String> refusal = Optional.empty();
  private int owned;

  /** Starts with a cluster without any object. */
  public RecordedObjects(Effects effects) {
    this.effects = effects;
  }

  /** The API server no longer serves this kind. */
  public void stopServing(String kind) {
    unserved.add(kind);
  }

  /** The API server serves it again. */
  public void serve(String kind) {
    unserved.remove(kind);
  }

  /** An autoscaler has scaled an object. */
  public void scale(Scale scale) {
    scales.add(scale);
  }

  /** This drift is real. */
  public void drift(Drift drift) {
    drifts.add(drift);
  }

  /** Another client undoes repairs. */
  public void contest(Contest contest) {
    contests.add(contest);
  }

  /** The live object has content that Helm's patch cannot replace. */
  public void blockPatchOf(ObjectKey key) {
    unpatchable.add(key);
  }

  /** The API server refuses each deletion with this message. */
  public void refuseDeletions(String message) {
    refusal = Optional.of(message);
  }

  /** No remedy deletes this object. */
  public void spare(ObjectKey key) {
    spared.add(key);
  }

  /** So many objects name the primary. */
  public void own(int count) {
    owned = count;
  }

  /** A person keeps this object of the manifest. */
  public void keep(ObjectKey key) {
    kept.add(key);
  }

  /** This hook cannot succeed. */
  public void lack(HopelessHook hook) {
    hopeless.add(hook);
  }

  /** This object outlives its deletion for a while. */
  public void linger(String object) {
    remaining.add(object);
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
  public boolean serves(ObjectKey key) {
    return !unserved.contains(key.kind());
  }

  @Override
  public Optional<String> servedVersion(ObjectKey key) {
    return Optional.of(key.apiVersion()).filter(same -> serves(key));
  }

  @Override
  public void forgetKinds() {
    effects.add("forget kinds");
  }

  @Override
  public boolean isOwner(PrimaryIdentity primary) {
    return owned > 0;
  }

  @Override
  public List<Drift> drifts(Revision revision, Ownership ownership) {
    return List.copyOf(drifts);
  }

  @Override
  public List<Contest> contests(Revision revision) {
    return List.copyOf(contests);
  }

  @Override
  public List<String> notReady(Revision revision) {
    return List.of();
  }

  @Override
  public List<String> failed(Revision revision) {
    return List.of();
  }

  @Override
  public List<Drift> besidesRefused(List<Drift> all) {
    return List.of();
  }

  @Override
  public Map<ObjectKey, Ending> ended(Revision revision) {
    return revision.ended();
  }

  @Override
  public Set<ObjectKey> known(PrimaryIdentity primary) {
    return Set.of();
  }

  @Override
  public void readAgain(Revision made, Predicate<ObjectKey> wasKnown, Ownership ownership) {}

  @Override
  public List<Scale> scales(Revision revision) {
    return List.copyOf(scales);
  }

  @Override
  public void adopt(Revision revision, Ownership ownership) {
    effects.add("adopt objects of " + revision.number());
  }

  @Override
  public void adoptMade(Revision failed, Ownership ownership) {
    effects.add("adopt what " + failed.number() + " made");
  }

  @Override
  public void adopt(Revision revision, List<Drift> drifts, Ownership ownership) {
    effects.add("adopt " + keys(drifts));
  }

  @Override
  public List<Drift> confirm(Revision revision, List<Drift> asked, Ownership ownership) {
    effects.add("confirm drift " + keys(asked));
    return asked.stream().filter(drifts::contains).toList();
  }

  @Override
  public List<Correction> repair(Revision revision, List<Drift> asked, Ownership ownership) {
    effects.add("repair " + keys(asked) + " as in " + revision.number());
    return asked.stream()
        .filter(drifts::remove)
        .filter(drift -> !(drift instanceof Drift.Unserved))
        .map(drift -> new Correction(drift.key(), Correction.How.PATCHED))
        .toList();
  }

  @Override
  public List<ObjectKey> makeRoom(
      Revision revision, Predicate<ObjectKey> isRefused, Ownership ownership) {
    var repaired = unpatchable.stream().filter(isRefused).toList();
    if (!repaired.isEmpty()) {
      effects.add("make room for " + revision.number() + " in " + repaired);
      unpatchable.removeAll(repaired);
    }
    return repaired;
  }

  @Override
  public Recreation.Result delete(ObjectKey obstacle, ReleaseKey release) {
    if (refusal.isPresent()) {
      return new Recreation.Result.Refused(refusal.get());
    }
    effects.add("delete " + obstacle);
    return new Recreation.Result.Deleted(obstacle.in(release.namespace()));
  }

  @Override
  public List<ObjectKey> removeAfterFailures(Collection<Revision> failed, Revision current) {
    if (!failed.isEmpty()) {
      effects.add(
          "remove what %s made and %d has not".formatted(numbers(failed), current.number()));
    }
    return List.of();
  }

  @Override
  public List<ObjectKey> removeMade(Collection<Revision> failed, Collection<Revision> remembered) {
    if (!failed.isEmpty()) {
      effects.add(
          "remove what %s made and %s have not".formatted(numbers(failed), numbers(remembered)));
    }
    return List.of();
  }

  @Override
  public Removed removeFailed(Collection<Revision> failed, Extent extent) {
    effects.add("remove %s of %s".formatted(extent, numbers(failed)));
    return new Removed(List.of(), List.copyOf(spared));
  }

  @Override
  public List<ObjectKey> spared(Revision failed, Revision target) {
    return List.copyOf(spared);
  }

  @Override
  public int removeForgotten(Collection<Revision> forgotten, Collection<Revision> remembered) {
    if (!forgotten.isEmpty()) {
      effects.add(
          "remove what %s have and %s have not".formatted(numbers(forgotten), numbers(remembered)));
    }
    return forgotten.size();
  }

  @Override
  public int removeWork(Revision failed) {
    return 0;
  }

  @Override
  public HookWait hookWait(Revision pending) {
    return HookWait.NONE;
  }

  @Override
  public int removeCutOffHooks(Revision cutOff) {
    effects.add("remove hooks of " + cutOff.number());
    return 0;
  }

  @Override
  public void disownKnown(Collection<Revision> revisions, Ownership ownership) {
    if (!kept.isEmpty()) {
      effects.add("disown " + kept);
    }
  }

  @Override
  public void disownAll(Collection<Revision> revisions, Ownership ownership) {
    disownKnown(revisions, ownership);
  }

  @Override
  public void disownDropped(Collection<Revision> earlier, Revision current, Ownership ownership) {}

  @Override
  public Set<ObjectKey> ofPeople(Revision revision, Ownership ownership) {
    return Set.copyOf(kept);
  }

  @Override
  public int removeOwned(Ownership ownership) {
    effects.add("remove all that name " + ownership.primary().name());
    int removed = owned;
    owned = 0;
    return removed;
  }

  @Override
  public List<ObjectKey> removeStrays(Revision current, Ownership ownership) {
    effects.add("remove strays of " + current.number());
    return List.of();
  }

  @Override
  public List<HopelessHook> hopelessHooks(
      Revision revision, Ownership ownership, boolean isCollected) {
    return hopeless.stream().filter(hook -> isCollected || !hook.isForGood()).toList();
  }

  @Override
  public Lingering remaining(Collection<Revision> had, Ownership ownership) {
    return new Lingering(remaining, 1);
  }

  private static List<Integer> numbers(Collection<Revision> revisions) {
    return revisions.stream().map(Revision::number).toList();
  }

  private static List<ObjectKey> keys(List<Drift> drifts) {
    return drifts.stream().map(Drift::key).toList();
  }
}
