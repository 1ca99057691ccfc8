package dev.catamaran.cluster;

import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;

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
 */
public record ReleaseObjects(
    ApiResources apis,
    Descendants descendants,
    DriftDetector drift,
    Adoption adoption,
    DriftInspection inspection,
    DriftRepair repair,
    Leftovers leftovers,
    Recreation recreation) {

  /** Puts the parts together. */
  public static ReleaseObjects of(
      KubernetesClient client, ApiResources apis, Descendants descendants) {
    var live = new LiveObjects(client, apis, descendants);
    var drift = new DriftDetector(descendants, apis);
    var adoption = new Adoption(live, descendants, apis);
    return new ReleaseObjects(
        apis,
        descendants,
        drift,
        adoption,
        new DriftInspection(live, descendants, drift),
        new DriftRepair(live, descendants, adoption, drift),
        new Leftovers(live, new OwnedObjects(client, apis), apis),
        new Recreation(live, apis));
  }

  /** What of {@code revision} does not do its work yet, for people; empty if all does. */
  public List<String> notReady(Revision revision) {
    var waiting = new ArrayList<String>();
    for (var object : revision.manifest().objects()) {
      apis.locate(object.key(), revision.release().namespace())
          .flatMap(descendants::find)
          .filter(found -> found.readiness() instanceof Readiness.Progressing)
          .map(found -> found.key() + ": " + ((Readiness.Progressing) found.readiness()).message())
          .ifPresent(waiting::add);
    }
    return waiting;
  }
}
