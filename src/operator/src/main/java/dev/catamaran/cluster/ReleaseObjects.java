package dev.catamaran.cluster;

import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.Scale;
import dev.catamaran.release.Contest;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** All operations on the objects of releases, with the rights of one client. */
public final class ReleaseObjects {
  private final ApiResources apis;
  private final DriftDetector drift;
  private final Adoption adoption;
  private final DriftInspection inspection;
  private final DriftRepair repair;
  private final Leftovers leftovers;
  private final Recreation recreation;
  private final Workloads workloads;
  private final Contests contests;
  private final LiveObjects live;
  private final OwnedObjects owned;

  private ReleaseObjects(
      LiveObjects live, DriftDetector drift, OwnedObjects owned, Contests contests) {
    this.live = live;
    this.drift = drift;
    this.owned = owned;
    this.contests = contests;
    this.apis = live.apis();
    var descendants = live.descendants();
    this.adoption = new Adoption(live, descendants, apis);
    this.inspection = new DriftInspection(live, descendants, adoption, drift);
    this.repair = new DriftRepair(live, descendants, adoption, drift, contests);
    this.leftovers = new Leftovers(live, owned, apis);
    this.recreation = new Recreation(live, apis);
    this.workloads = new Workloads(live, descendants, apis);
  }

  /**
   * Makes the operations; nothing is exempt from drift.
   *
   * @param apis the kinds that the API server serves
   * @param descendants the live objects
   * @param namespaces those of the manager
   * @param clock the current time
   */
  public static ReleaseObjects of(
      KubernetesClient client,
      ApiResources apis,
      Descendants descendants,
      WatchedNamespaces namespaces,
      Clock clock) {
    return new ReleaseObjects(
        new LiveObjects(client, apis, descendants),
        new DriftDetector(descendants, apis),
        new OwnedObjects(client, apis, namespaces),
        new Contests(apis, clock));
  }

  /**
   * Returns these operations with the rights of another client. The watches and the search in the
   * whole cluster keep their client.
   */
  public ReleaseObjects through(KubernetesClient client) {
    return new ReleaseObjects(
        new LiveObjects(client, apis, live.descendants()), drift, owned, contests);
  }

  /** Returns these operations, with the exemptions from drift in {@code rules}. */
  public ReleaseObjects exempting(DriftRules rules) {
    return new ReleaseObjects(live, drift.with(rules), owned, contests);
  }

  /** Returns whether the API server serves the kind of {@code key}. */
  public boolean serves(ObjectKey key) {
    return apis.serves(key);
  }

  /** Asks the API server for its kinds again at the next question: a chart may have added some. */
  public void forgetKinds() {
    apis.invalidate();
  }

  /** Returns whether any known object names {@code primary} as its owner. */
  public boolean isOwner(PrimaryIdentity primary) {
    return drift.isOwner(primary);
  }

  /**
   * Returns the drift of {@code revision} that may be repaired now; none if its manifest cannot be
   * read. Sends no request where the objects are watched.
   *
   * @param ownership required metadata of its objects
   */
  public List<Drift> drifts(Revision revision, Ownership ownership) {
    return contests.due(drift.find(revision, ownership));
  }

  /** Returns the serious contests over objects of {@code revision} that are not over. */
  public List<Contest> contests(Revision revision) {
    return contests.over(revision);
  }

  /**
   * Returns the objects of {@code revision} that are not ready yet, as text for the user; empty if
   * all are ready.
   */
  public List<String> notReady(Revision revision) {
    return workloads.notReady(revision);
  }

  /** Returns those of them that will not become ready by themselves; empty for none. */
  public List<String> failed(Revision revision) {
    return workloads.failed(revision);
  }

  /** Returns the replicas that autoscalers set on objects of {@code revision}. */
  public List<Scale> scales(Revision revision) {
    return workloads.scales(revision);
  }

  /** Adopts all objects of {@code revision} that are not adopted yet, including its hooks. */
  public void adopt(Revision revision, Ownership ownership) {
    adoption.adopt(revision, ownership);
  }

  /** Adopts the objects that a failed revision created, and no others. */
  public void adoptMade(Revision failed, Ownership ownership) {
    adoption.adoptMade(failed, ownership);
  }

  /** Adopts all existing objects of {@code drifts} that do not name the primary as their owner. */
  public void adopt(List<Drift> drifts, Ownership ownership) {
    inspection.claim(drifts, ownership);
  }

  /**
   * Returns those of {@code drifts} that a repair would change. Adopts objects that do not name the
   * primary, although it repairs nothing else.
   */
  public List<Drift> confirm(Revision revision, List<Drift> drifts, Ownership ownership) {
    return inspection.confirm(revision, drifts, ownership);
  }

  /** Repairs drift; returns the repairs that changed an object. */
  public List<Correction> repair(Revision revision, List<Drift> drifts, Ownership ownership) {
    return repair.repair(revision, drifts, ownership);
  }

  /**
   * Repairs what Helm's patch cannot change, and all objects with live content that may exclude
   * that of {@code revision}. Writes nothing if a repair of the refused objects is invalid, too.
   *
   * @param revision the failed one
   * @param isRefused whether Helm's error names the object
   * @return the repaired objects
   */
  public List<ObjectKey> makeRoom(
      Revision revision, Predicate<ObjectKey> isRefused, Ownership ownership) {
    return repair.makeRoom(revision, isRefused, ownership);
  }

  /**
   * Deletes an object that cannot be changed in place, if it belongs to the release.
   *
   * @param obstacle key from the manifest
   */
  public Recreation.Result delete(ObjectKey obstacle, ReleaseKey release) {
    return recreation.delete(obstacle, release);
  }

  /**
   * Removes what {@code failed} revisions have and {@code current} does not: their own objects, and
   * their own fields of shared objects.
   */
  public void removeAfterFailures(Collection<Revision> failed, Revision current) {
    leftovers.removeAfterFailures(failed, current);
  }

  /**
   * Deletes the objects of {@code forgotten} revisions that no {@code remembered} revision has;
   * returns their number. Deletes nothing if a remembered revision cannot be read.
   */
  public int removeForgotten(Collection<Revision> forgotten, Collection<Revision> remembered) {
    return leftovers.removeForgotten(forgotten, remembered);
  }

  /**
   * Deletes the hooks that remain from an interrupted operation on this revision, and would block
   * the next operation; returns their number.
   */
  public int removeCutOffHooks(Revision cutOff) {
    return leftovers.removeCutOffHooks(cutOff);
  }

  /**
   * Deletes all objects that name {@code ownership}'s primary, for a release with a lost history;
   * returns their number.
   */
  public int removeOwned(Ownership ownership) {
    return leftovers.removeOwned(ownership);
  }

  /**
   * Deletes objects with the primary's name and the marks of its release that are not in the
   * manifest: a revision that is no longer stored created them.
   */
  public void removeStrays(Revision current, Ownership ownership) {
    leftovers.removeStrays(current, ownership);
  }

  /**
   * Returns the API server's message for the first refused deletion of these objects, from dry
   * runs; empty if it refuses none.
   */
  public Optional<String> refusedDeletion(Revision revision) {
    return leftovers.refusedDeletion(revision);
  }

  /**
   * Returns the objects that still name {@code ownership}'s primary and are not to be kept, as text
   * for the user.
   */
  public List<String> remaining(Ownership ownership) {
    return leftovers.remaining(ownership);
  }
}
