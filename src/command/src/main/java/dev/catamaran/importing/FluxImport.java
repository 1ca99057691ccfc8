package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Values;
import dev.catamaran.importing.Wanted.Given;
import dev.catamaran.importing.Wanted.Steps;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.ReferencedSources;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.watch.ValuesReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The HelmReleases of Flux. The import reads them and changes none.
 *
 * @param namespace of the HelmReleases; empty for all namespaces
 * @param names empty for all
 */
public record FluxImport(Cluster cluster, String namespace, Set<String> names) {
  private static final String HELM = "helm.toolkit.fluxcd.io/v2";
  private static final String SOURCE = "source.toolkit.fluxcd.io/v1";

  /** Writes their releases into a project; {@code workFolder} gets charts. */
  public ImportReport into(ReleaseImport project, Path workFolder) {
    var all =
        objects()
            .all(HELM, "HelmRelease", namespace, "Flux is not installed, or older than 2.3")
            .stream()
            .map(HelmReleaseSpec::new)
            .toList();
    var chosen =
        new ToolObjects.Choice(namespace, names)
            .of(
                all,
                HelmReleaseSpec::name,
                "HelmRelease",
                "; write another --namespace, or --all-namespaces",
                "");
    var wanted = new ArrayList<Wanted>();
    var report = new ImportReport();
    for (var each : chosen) {
      report.reading("of HelmRelease " + each.title(), () -> wanted.add(wanted(each)));
    }
    project.write(wanted, report, workFolder);
    return report;
  }

  private ToolObjects objects() {
    return new ToolObjects(cluster.client());
  }

  private Wanted wanted(HelmReleaseSpec helmRelease) {
    var release = release(helmRelease);
    release
        .obstacle()
        .ifPresent(
            why -> {
              throw new ManagerException(why);
            });
    var notes = new ArrayList<String>();
    var given = given(helmRelease, notes);
    notes.addAll(helmRelease.notes());
    var version = release.newest().chart().version().replaceFirst("[+].*", "");
    return new Wanted(
        release.live(), given, origin(helmRelease, version), List.of(), steps(helmRelease), notes);
  }

  private HelmImport.Releases.Found release(HelmReleaseSpec helmRelease) {
    if (helmRelease.spec().has("kubeConfig")) {
      throw new ManagerException(
          "spec.kubeConfig: its release is in another cluster, and an operator makes releases in its own");
    }
    var from = helmRelease.storageNamespace();
    var to = helmRelease.targetNamespace();
    var name = helmRelease.releaseName();
    return new HelmImport.Releases(cluster.client())
        .find(new ReleaseKey(to, name))
        .orElseThrow(
            () ->
                new ManagerException(
                    from.equals(to)
                        ? "Flux has not installed it yet"
                        : "its revisions are stored in namespace %1$s, and its objects are in %2$s; the operator has both in one. Suspend it, copy the revisions, and repeat the import: kubectl get secrets -n %1$s -l owner=helm,name=%3$s -o json | jq 'del(.items[].metadata[\"namespace\",\"uid\",\"resourceVersion\",\"creationTimestamp\"])' | kubectl create -n %2$s -f -"
                            .formatted(from, to, name)));
  }

  /**
   * Reads the values. From the first object on that a primary cannot name, all are copied: later
   * ones have precedence.
   */
  private Given given(HelmReleaseSpec release, List<String> notes) {
    var from = new ArrayList<ValuesReference>();
    var referenced = Values.empty();
    var copied = Values.empty();
    boolean isCopying = !release.namespace().equals(release.targetNamespace());
    for (var item : release.spec().path("valuesFrom")) {
      var reference = reference(item);
      var found = new ReferencedSources(cluster.client(), release.namespace()).values(reference);
      if (found.isEmpty() && reference.optional()) {
        notes.add(
            "%s does not exist, and is optional: it is left out".formatted(reference.object()));
        continue;
      }
      var values =
          found.orElseThrow(
              () ->
                  new ManagerException(
                      "HelmRelease %s takes values from %s, key %s, which does not exist, has no values, or may not be read with this kubeconfig"
                          .formatted(release.title(), reference.object(), reference.key())));
      isCopying |= reference.targetPath().isPresent();
      if (isCopying) {
        copied = copied.merge(values);
        notes.add(
            "the values of %s are copied, and later changes of it have no effect: a primary names only whole values files of its own namespace"
                .formatted(reference.object()));
      } else {
        from.add(reference);
        referenced = referenced.merge(values);
      }
    }
    return new Given(Values.of(release.spec().path("values")), copied, from, referenced);
  }

  private static ValuesReference reference(JsonNode item) {
    return new ValuesReference(
        item.path("kind").asText().equals("Secret")
            ? ValuesReference.Kind.SECRET
            : ValuesReference.Kind.CONFIG_MAP,
        item.path("name").asText(),
        item.path("valuesKey").asText(ValuesReference.DEFAULT_KEY),
        item.path("optional").asBoolean(),
        Optional.of(item.path("targetPath").asText("")).filter(path -> !path.isEmpty()));
  }

  /**
   * Returns the origin of a chart; empty if it is none from which the command pulls.
   *
   * @param version of the chart that is deployed
   */
  private Optional<ChartOrigin> origin(HelmReleaseSpec release, String version) {
    var ref = release.spec().path("chartRef");
    if (ref.isMissingNode()) {
      return ofTemplate(release.spec().path("chart").path("spec"), release.namespace(), version);
    }
    var namespace = ref.path("namespace").asText(release.namespace());
    return switch (ref.path("kind").asText()) {
      case "OCIRepository" ->
          source("OCIRepository", namespace, ref)
              .map(spec -> inRegistry(spec.path("url").asText(), spec, version));
      case "HelmChart" ->
          source("HelmChart", namespace, ref).flatMap(spec -> ofTemplate(spec, namespace, version));
      default -> Optional.empty();
    };
  }

  private Optional<ChartOrigin> ofTemplate(JsonNode spec, String namespace, String version) {
    var ref = spec.path("sourceRef");
    var chart = spec.path("chart").asText();
    return ref.path("kind").asText().equals("HelmRepository")
        ? source("HelmRepository", ref.path("namespace").asText(namespace), ref)
            .map(repository -> ofRepository(repository, chart, version))
        : Optional.empty();
  }

  private static ChartOrigin ofRepository(JsonNode spec, String chart, String version) {
    var url = spec.path("url").asText();
    return url.startsWith("oci://")
        ? inRegistry(url.replaceFirst("/+$", "") + "/" + chart, spec, version)
        : new ChartOrigin(chart, url, version, url.startsWith("http://"));
  }

  private static ChartOrigin inRegistry(String address, JsonNode spec, String version) {
    return new ChartOrigin(address, "", version, spec.path("insecure").asBoolean());
  }

  private Optional<JsonNode> source(String kind, String namespace, JsonNode ref) {
    return objects()
        .find(SOURCE, kind, namespace, ref.path("name").asText())
        .map(found -> found.path("spec"));
  }

  /** The order matters: a HelmRelease that is deleted while it is not suspended is uninstalled. */
  static Steps steps(HelmReleaseSpec release) {
    var name = release.name() + " --namespace " + release.namespace();
    var last = new ArrayList<String>();
    release
        .kustomization()
        .ifPresent(
            owner ->
                last.add(
                    "# first take HelmRelease %s out of the source of Kustomization %s, which makes it again otherwise, and not suspended"
                        .formatted(release.name(), owner)));
    last.add("kubectl delete helmreleases.helm.toolkit.fluxcd.io " + name);
    return new Steps(
        release.isSuspended() ? List.of() : List.of("flux suspend helmrelease " + name), last);
  }
}
