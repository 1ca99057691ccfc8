package dev.catamaran.cluster;

import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.DriftRules;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;

/**
 * All operations on the objects of releases, over one set of informers.
 *
 * @param apis the kinds that the API server serves
 * @param descendants the live objects
 * @param drift finds differences
 * @param adoption writes the owner
 * @param inspection determines which differences are real
 * @param repair repairs the differences
 * @param leftovers removes what Helm leaves behind
 * @param recreation deletes objects that cannot be updated, so that they are created again
 * @param workloads determines which objects are ready
 * @param contests determines which repairs are undone
 */
public record ReleaseObjects(
    ApiResources apis,
    Descendants descendants,
    DriftDetector drift,
    Adoption adoption,
    DriftInspection inspection,
    DriftRepair repair,
    Leftovers leftovers,
    Recreation recreation,
    Workloads workloads,
    Contests contests) {

  /**
   * Creates the parts; nothing is exempt from drift.
   *
   * @param namespaces those of the manager
   */
  public static ReleaseObjects of(
      KubernetesClient client,
      ApiResources apis,
      Descendants descendants,
      WatchedNamespaces namespaces) {
    return over(
        new LiveObjects(client, apis, descendants),
        new DriftDetector(descendants, apis),
        new OwnedObjects(client, apis, namespaces),
        new Contests(apis, Clock.systemUTC()));
  }

  /**
   * Returns these operations with the rights of another client. The watches and the search in the
   * whole cluster keep their client.
   */
  public ReleaseObjects through(KubernetesClient client) {
    return over(new LiveObjects(client, apis, descendants), drift, leftovers.owned(), contests);
  }

  private static ReleaseObjects over(
      LiveObjects live, DriftDetector drift, OwnedObjects owned, Contests contests) {
    var apis = live.apis();
    var descendants = live.descendants();
    var adoption = new Adoption(live, descendants, apis);
    return new ReleaseObjects(
        apis,
        descendants,
        drift,
        adoption,
        new DriftInspection(live, descendants, adoption, drift),
        new DriftRepair(live, descendants, adoption, drift, contests),
        new Leftovers(live, owned, apis),
        new Recreation(live, apis),
        new Workloads(live, descendants, apis),
        contests);
  }

  /** Returns these operations, with the exemptions from drift in {@code rules}. */
  public ReleaseObjects exempting(DriftRules rules) {
    var detector = drift.with(rules);
    return new ReleaseObjects(
        apis,
        descendants,
        detector,
        adoption,
        inspection.with(detector),
        repair.with(detector),
        leftovers,
        recreation,
        workloads,
        contests);
  }
}
