package dev.catamaran.importing;

import dev.catamaran.api.ManagerException;
import dev.catamaran.importing.Wanted.Steps;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.release.ReleaseKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The HelmReleases of Flux. The import reads them and changes none.
 *
 * @param namespace of the HelmReleases; empty for all namespaces
 * @param names empty for all
 */
public record FluxImport(Cluster cluster, String namespace, Set<String> names) {

  /**
   * Writes their releases into a project.
   *
   * @param workFolder for charts
   * @throws ManagerException if there is no such HelmRelease, or the project cannot be written
   */
  public ImportReport into(ReleaseImport project, Path workFolder) {
    var objects = new FluxObjects(cluster.client());
    var found = objects.helmReleases(namespace).stream().filter(this::isNamed).toList();
    requireAll(found);
    var wanted = new ArrayList<Wanted>();
    var report = new ImportReport();
    for (var helmRelease : found) {
      report.reading(
          "of HelmRelease " + helmRelease.title(),
          () -> {
            var release = release(helmRelease);
            refuse(obstacle(helmRelease, release));
            wanted.add(wanted(helmRelease, release.orElseThrow(), objects));
          });
    }
    project.write(wanted, report, workFolder);
    return report;
  }

  private boolean isNamed(HelmReleaseSpec release) {
    return names.isEmpty() || names.contains(release.name());
  }

  private void requireAll(List<HelmReleaseSpec> found) {
    var where = namespace.isEmpty() ? "in any namespace" : "in namespace " + namespace;
    if (found.isEmpty() && names.isEmpty()) {
      throw new ManagerException(
          "there is no HelmRelease %s; write another --namespace, or --all-namespaces"
              .formatted(where));
    }
    for (var name : names) {
      if (found.stream().noneMatch(release -> release.name().equals(name))) {
        throw new ManagerException("there is no HelmRelease %s %s".formatted(name, where));
      }
    }
  }

  private static void refuse(Optional<String> obstacle) {
    if (obstacle.isPresent()) {
      throw new ManagerException(obstacle.get());
    }
  }

  private static Optional<String> obstacle(
      HelmReleaseSpec helmRelease, Optional<FoundRelease> release) {
    if (helmRelease.isRemote()) {
      return Optional.of(
          "spec.kubeConfig: its release is in another cluster, and an operator makes releases in its own");
    }
    return release.isPresent()
        ? release.get().obstacle()
        : Optional.of(
            helmRelease.isStoredElsewhere()
                ? stored(helmRelease)
                : "Flux has not installed it yet");
  }

  private static String stored(HelmReleaseSpec release) {
    return "its revisions are stored in namespace %1$s, and its objects are in %2$s; the operator has both in one. Suspend it, copy the revisions, and repeat the import: kubectl get secrets -n %1$s -l owner=helm,name=%3$s -o json | jq 'del(.items[].metadata[\"namespace\",\"uid\",\"resourceVersion\",\"creationTimestamp\"])' | kubectl create -n %2$s -f -"
        .formatted(release.storageNamespace(), release.targetNamespace(), release.releaseName());
  }

  private Optional<FoundRelease> release(HelmReleaseSpec helmRelease) {
    return helmRelease.isRemote()
        ? Optional.empty()
        : new FoundReleases(cluster.client())
            .find(new ReleaseKey(helmRelease.targetNamespace(), helmRelease.releaseName()));
  }

  private static Wanted wanted(
      HelmReleaseSpec helmRelease, FoundRelease release, FluxObjects objects) {
    var values = objects.values(helmRelease);
    var notes = new ArrayList<>(values.notes());
    notes.addAll(helmRelease.notes());
    var version = release.newest().chart().version().replaceFirst("[+].*", "");
    var origin = objects.origin(helmRelease, version);
    return new Wanted(
        release,
        values.inline(),
        values.copied(),
        values.from(),
        values.referenced(),
        origin,
        FluxSettings.of(helmRelease.spec()).settings(),
        steps(helmRelease),
        notes);
  }

  /** The order matters: a HelmRelease that is deleted while it is not suspended is uninstalled. */
  static Steps steps(HelmReleaseSpec release) {
    var name = release.name() + " --namespace " + release.namespace();
    return new Steps(
        release.isSuspended() ? List.of() : List.of("flux suspend helmrelease " + name),
        Stream.concat(
                release.kustomization().stream()
                    .map(
                        "# first take HelmRelease %s out of the source of Kustomization %%s, which makes it again otherwise, and not suspended"
                                .formatted(release.name())
                            ::formatted),
                Stream.of("kubectl delete helmreleases.helm.toolkit.fluxcd.io " + name))
            .toList());
  }
}
