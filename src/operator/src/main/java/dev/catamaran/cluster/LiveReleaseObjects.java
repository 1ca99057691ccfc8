package dev.catamaran.cluster;

import dev.catamaran.cluster.ReleaseObjects.HookWait;
import dev.catamaran.engine.Engine;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.Scale;
import dev.catamaran.release.Account;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Ending;
import dev.catamaran.release.Extent;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Lingering;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All operations on the objects of releases in the cluster, with the rights of one client. */
public final class LiveReleaseObjects implements ReleaseObjects {
  private final ApiResources apis;
  private final DriftDetector drift;
  private final Adoption adoption;
  private final DriftRepair repair;
  private final Leftovers leftovers;
  private final Workloads workloads;
  private final MadeObjects madeObjects;
  private final Contests contests;
  private final LiveObjects live;
  private final Settler settler;
  private final Remains remains;

  private LiveReleaseObjects(
      LiveObjects live, Settler settler, DriftDetector drift, Remains remains, Contests contests) {
    this.live = live;
    this.settler = settler;
    this.drift = drift;
    this.remains = remains;
    this.contests = contests;
    this.apis = settler.apis();
    var descendants = settler.descendants();
    this.adoption = new Adoption(settler, descendants, apis);
    this.repair = new DriftRepair(settler, descendants, drift, contests);
    this.leftovers = new Leftovers(settler, descendants, apis);
    this.workloads =
        new Workloads(live, descendants, drift, new UnreadyCauses(live, Clock.systemUTC()), apis);
    this.madeObjects = new MadeObjects(live, descendants, drift, apis);
  }

  /**
   * Makes the operations; nothing is exempt from drift.
   *
   * @param apis the kinds that the API server serves
   * @param descendants the live objects
   * @param namespaces those of the manager
   * @param engine compares and changes them
   * @param clock the current time
   */
  public static LiveReleaseObjects of(
      KubernetesClient client,
      ApiResources apis,
      Descendants descendants,
      WatchedNamespaces namespaces,
      Engine engine,
      Clock clock) {
    return new LiveReleaseObjects(
        new LiveObjects(client, apis),
        new Settler(engine, apis, descendants, ""),
        new DriftDetector(descendants, apis, engine, DriftRules.none(), clock),
        new Remains(namespaces),
        new Contests(apis, clock));
  }

  /**
   * Returns these operations with the rights of an account. The watches and the search in the whole
   * cluster keep their client.
   *
   * @param client that acts as the account
   */
  public LiveReleaseObjects through(KubernetesClient client, Account.ServiceAccount account) {
    return new LiveReleaseObjects(
        new LiveObjects(client, apis),
        new Settler(
            settler.engine(),
            apis,
            settler.descendants(),
            account.namespace() + "/" + account.name()),
        drift,
        remains,
        contests);
  }

  @Override
  public LiveReleaseObjects exempting(DriftRules rules) {
    return new LiveReleaseObjects(live, settler, drift.with(rules), remains, contests);
  }

  @Override
  public List<ObjectKey> elsewhere(Revision revision) {
    var namespace = revision.release().namespace();
    return Stream.of(revision.manifest(), revision.hooks())
        .flatMap(manifest -> manifest.readable().stream())
        .flatMap(object -> apis.locate(object.key(), namespace).stream())
        .filter(key -> !key.namespace().equals(namespace))
        .toList();
  }

  @Override
  public void forgetKinds() {
    apis.invalidate();
  }

  @Override
  public boolean isOwner(PrimaryIdentity primary) {
    return drift.isOwner(primary);
  }

  @Override
  public List<Drift> drifts(Revision revision, Ownership ownership) {
    return contests.due(drift.find(revision, ownership));
  }

  @Override
  public List<Drift> besidesRefused(List<Drift> drifts) {
    return contests.besidesRefused(drifts);
  }

  @Override
  public List<Contest> contests(Revision revision) {
    return contests.over(revision);
  }

  @Override
  public List<Unready> unready(Revision revision) {
    return workloads.unready(revision);
  }

  @Override
  public Map<ObjectKey, Ending> ended(Revision revision) {
    return madeObjects.ended(revision);
  }

  @Override
  public Set<ObjectKey> known(PrimaryIdentity primary) {
    return madeObjects.known(primary);
  }

  @Override
  public List<Scale> scales(Revision revision) {
    return workloads.scales(revision);
  }

  @Override
  public void settle(
      Collection<Revision> earlier,
      Revision made,
      Predicate<ObjectKey> wasKnown,
      Ownership ownership) {
    adoption.settle(earlier, made, ownership);
    madeObjects.readAgain(made, wasKnown, ownership);
  }

  @Override
  public void adoptMade(Revision failed, Ownership ownership) {
    adoption.adoptMade(failed, ownership);
  }

  @Override
  public void adopt(Revision revision, List<Drift> drifts, Ownership ownership) {
    repair.claim(revision, drifts, ownership);
  }

  @Override
  public List<Drift> confirm(Revision revision, List<Drift> drifts, Ownership ownership) {
    return repair.confirm(revision, drifts, ownership);
  }

  @Override
  public List<Correction> repair(Revision revision, List<Drift> drifts, Ownership ownership) {
    return repair.repair(revision, drifts, ownership);
  }

  @Override
  public Removed removeFailed(Collection<Revision> failed, Extent extent) {
    return leftovers.removeFailed(failed, extent);
  }

  @Override
  public void removeForgotten(Collection<Revision> forgotten, Collection<Revision> remembered) {
    leftovers.removeForgotten(forgotten, remembered);
  }

  @Override
  public HookWait hookWait(Revision pending) {
    return new AwaitedHooks(live, apis).of(pending);
  }

  @Override
  public void removeWork(Revision failed) {
    leftovers.removeWork(failed);
  }

  @Override
  public void removeHooks(Revision failed) {
    leftovers.removeHooks(failed);
  }

  @Override
  public void removeOwned(Ownership ownership) {
    remains.remove(settler, ownership);
  }

  @Override
  public void disownKnown(Collection<Revision> revisions, Ownership ownership) {
    adoption.disownKnown(revisions, ownership);
  }

  @Override
  public void disownAll(Collection<Revision> revisions, Ownership ownership) {
    adoption.disownAll(revisions, ownership);
  }

  @Override
  public List<ObjectKey> removeStrays(Revision current, Ownership ownership) {
    return leftovers.removeStrays(current, ownership);
  }

  @Override
  public boolean isCollected(Revision revision, Ownership ownership) {
    var namespace = revision.release().namespace();
    var had = revision.manifest().readable();
    return !had.isEmpty()
        && had.stream()
            .flatMap(object -> apis.locate(object.key(), namespace).stream())
            .flatMap(key -> live.get(key).stream())
            .filter(found -> found.getMetadata().getDeletionTimestamp() == null)
            .map(found -> Descendant.of(found).owners())
            .noneMatch(owners -> owners.names(PrimaryKey.of(ownership.primary())));
  }

  @Override
  public Lingering remaining(Collection<Revision> had, Ownership ownership) {
    return remains.of(settler, had, ownership);
  }
}
