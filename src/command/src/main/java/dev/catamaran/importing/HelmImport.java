package dev.catamaran.importing;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.release.ReleaseKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The releases that people made with Helm.
 *
 * @param namespace empty for all namespaces
 * @param names empty for all releases
 */
public record HelmImport(Cluster cluster, String namespace, Set<String> names) {

  /**
   * Writes them into a project.
   *
   * @param workFolder for charts
   * @throws ManagerException if there is no such release, or the project cannot be written
   */
  public ImportReport into(ReleaseImport project, Path workFolder) {
    var found = new FoundReleases(cluster.client());
    var keys = found.in(namespace).stream().filter(this::isNamed).toList();
    requireAll(keys);
    var wanted = new ArrayList<Wanted>();
    var report = new ImportReport();
    for (var key : keys) {
      report.reading(
          key.toString(),
          () ->
              found
                  .find(key)
                  .ifPresent(
                      release ->
                          release
                              .obstacle()
                              .or(() -> release.helmRelease().map(HelmImport::ofFlux))
                              .ifPresentOrElse(
                                  why -> report.refused(release, why),
                                  () -> wanted.add(Wanted.ofHelm(release)))));
    }
    project.write(wanted, report, workFolder);
    return report;
  }

  private static String ofFlux(String helmRelease) {
    return "the HelmRelease %s of Flux makes it; `catamaran import flux` imports that"
        .formatted(helmRelease);
  }

  private boolean isNamed(ReleaseKey release) {
    return names.isEmpty() || names.contains(release.name());
  }

  private void requireAll(List<ReleaseKey> found) {
    var where = namespace.isEmpty() ? "in any namespace" : "in namespace " + namespace;
    if (found.isEmpty() && names.isEmpty()) {
      throw new ManagerException(
          "there is no release %s with revisions in Secrets, where Helm stores them by default; write another --namespace, or --all-namespaces"
              .formatted(where));
    }
    for (var name : names) {
      if (found.stream().noneMatch(release -> release.name().equals(name))) {
        throw new ManagerException(
            "there is no release %s %s; helm list --all-namespaces shows all"
                .formatted(name, where));
      }
    }
  }
}
