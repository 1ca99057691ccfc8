package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Values;
import dev.catamaran.informer.Pages;
import dev.catamaran.inspect.ReferencedSources;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.watch.ValuesReference;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the objects of Flux with the rights of a person. */
final class FluxObjects {
  private static final String HELM = "helm.toolkit.fluxcd.io/v2";
  private static final String SOURCE = "source.toolkit.fluxcd.io/v1";

  private final KubernetesClient client;

  FluxObjects(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Returns the HelmReleases of a namespace, sorted.
   *
   * @param namespace empty for all namespaces
   * @throws ManagerException if the cluster does not serve the kind
   */
  List<HelmReleaseSpec> helmReleases(String namespace) {
    if (client.getApiResources(HELM) == null) {
      throw new ManagerException(
          "the cluster does not serve HelmRelease of %s: Flux is not installed, or older than 2.3"
              .formatted(HELM));
    }
    var all = client.genericKubernetesResources(HELM, "HelmRelease");
    var within = namespace.isEmpty() ? all.inAnyNamespace() : all.inNamespace(namespace);
    return Pages.all(within::list).stream()
        .map(this::read)
        .sorted(Comparator.comparing(HelmReleaseSpec::title))
        .toList();
  }

  private HelmReleaseSpec read(GenericKubernetesResource found) {
    var tree = tree(found);
    return new HelmReleaseSpec(
        found.getMetadata().getNamespace(),
        found.getMetadata().getName(),
        tree.path("metadata").path("labels"),
        tree.path("spec"),
        tree.path("status"));
  }

  private JsonNode tree(GenericKubernetesResource object) {
    return client.getKubernetesSerialization().convertValue(object, JsonNode.class);
  }

  /**
   * The values of a HelmRelease.
   *
   * @param inline those of its spec
   * @param from the objects that a primary can name
   * @param referenced what is in these
   * @param copied what is in the others
   */
  record FluxValues(
      Values inline,
      List<ValuesReference> from,
      Values referenced,
      Values copied,
      List<String> notes) {}

  /**
   * Reads the values of a HelmRelease. From the first object on that a primary cannot name, all are
   * copied: later ones have precedence.
   *
   * @throws ManagerException if an object is missing
   */
  FluxValues values(HelmReleaseSpec release) {
    var from = new ArrayList<ValuesReference>();
    var notes = new ArrayList<String>();
    var referenced = Values.empty();
    var copied = Values.empty();
    boolean isCopying = !release.namespace().equals(release.targetNamespace());
    for (var item : release.spec().path("valuesFrom")) {
      var reference = reference(item);
      var found = new ReferencedSources(client, release.namespace()).values(reference);
      if (found.isEmpty() && reference.optional()) {
        notes.add(
            "%s does not exist, and is optional: it is left out".formatted(reference.object()));
        continue;
      }
      var values = found.orElseThrow(() -> missing(release, reference));
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
    return new FluxValues(
        Values.of(release.spec().path("values")), List.copyOf(from), referenced, copied, notes);
  }

  private static ManagerException missing(HelmReleaseSpec release, ValuesReference reference) {
    return new ManagerException(
        "HelmRelease %s takes values from %s, key %s, which does not exist, has no values, or may not be read with this kubeconfig"
            .formatted(release.title(), reference.object(), reference.key()));
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
  Optional<ChartOrigin> origin(HelmReleaseSpec release, String version) {
    var ref = release.spec().path("chartRef");
    if (ref.isMissingNode()) {
      return ofTemplate(release.spec().path("chart").path("spec"), release.namespace(), version);
    }
    var source =
        source(ref.path("kind").asText(), ref.path("namespace").asText(release.namespace()), ref);
    return switch (ref.path("kind").asText()) {
      case "OCIRepository" ->
          source.map(
              spec ->
                  new ChartOrigin(
                      spec.path("url").asText(), "", version, spec.path("insecure").asBoolean()));
      case "HelmChart" ->
          source.flatMap(
              spec -> ofTemplate(spec, ref.path("namespace").asText(release.namespace()), version));
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
        ? new ChartOrigin(
            url.replaceFirst("/+$", "") + "/" + chart,
            "",
            version,
            spec.path("insecure").asBoolean())
        : new ChartOrigin(chart, url, version, url.startsWith("http://"));
  }

  /** Returns the spec of a source; empty if it does not exist, or may not be read. */
  private Optional<JsonNode> source(String kind, String namespace, JsonNode ref) {
    try {
      return Optional.ofNullable(
              client
                  .genericKubernetesResources(SOURCE, kind)
                  .inNamespace(namespace)
                  .withName(ref.path("name").asText())
                  .get())
          .map(found -> tree(found).path("spec"));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN || e.getCode() <= 0) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
