package dev.catamaran.cluster;

import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.DriftRules;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;

/**
 * All that can be done with the objects of releases, over one set of informers.
 *
 * @param apis what the API server serves
 * @param descendants the live objects
 * @param drift finds differences
 * @param adoption writes whose they are
 * @param inspection tells which differences are real
 * @param repair puts them back
 * @param leftovers removes what Helm forgets
 * @param recreation removes what cannot be changed, so that it is made again
 * @param workloads tells what does its work
 * @param contests tells whose repairs are undone
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
   * Puts the parts together; nothing is exempt from drift.
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
   * The same with the rights of another client. What is seen, and found all over the cluster, stays
   * what it was.
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

  /** The same, but for what {@code rules} exempt from drift. */
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
