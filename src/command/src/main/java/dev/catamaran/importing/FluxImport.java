package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Values;
import dev.catamaran.importing.Wanted.Given;
import dev.catamaran.informer.Pages;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.ReferencedSources;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.watch.ValuesReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The HelmReleases of Flux. The import reads them and changes none.
 *
 * @param namespace of the HelmReleases; empty for all namespaces
 * @param names empty for all
 */
public record FluxImport(Cluster cluster, String namespace, Set<String> names) implements Source {
  private static final String HELM = "helm.toolkit.fluxcd.io/v2";

  @Override
  public String what() {
    return "HelmRelease";
  }

  @Override
  public List<Found> found(ReleaseImport project) {
    var client = cluster.client();
    var served = client.getApiResources(HELM);
    if (served == null
        || served.getResources().stream().noneMatch(each -> each.getKind().equals(what()))) {
      throw new ManagerException(
          "the cluster does not serve %s of %s: Flux is not installed, or older than 2.3"
              .formatted(what(), HELM));
    }
    var all = client.genericKubernetesResources(HELM, what());
    var within = namespace.isEmpty() ? all.inAnyNamespace() : all.inNamespace(namespace);
    var serialization = client.getKubernetesSerialization();
    return Pages.all(within::list).stream()
        .map(found -> new HelmReleaseSpec(serialization.convertValue(found, JsonNode.class)))
        .sorted(Comparator.comparing(HelmReleaseSpec::title))
        .map(each -> new Found(each.name(), "of HelmRelease " + each.title(), () -> wanted(each)))
        .toList();
  }

  private Wanted wanted(HelmReleaseSpec helmRelease) {
    if (helmRelease.spec().has("kubeConfig")) {
      throw new ManagerException(
          "spec.kubeConfig: its release is in another cluster, and an operator makes releases in its own");
    }
    var from = helmRelease.storageNamespace();
    var to = helmRelease.targetNamespace();
    var release =
        new HelmImport.Releases(cluster.client())
            .get(
                new ReleaseKey(to, helmRelease.releaseName()),
                from.equals(to)
                    ? "Flux has not installed it yet"
                    : "its revisions are in namespace %s and its objects in %s; docs/migrate/from-flux.md has the command that copies the revisions, for the operator has both in one"
                        .formatted(from, to));
    release.requireFree();
    var notes = new ArrayList<String>();
    var given = given(helmRelease, notes);
    notes.addAll(helmRelease.notes());
    return new Wanted(release, given, notes);
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
            "the values of %s are copied, and later changes of it have no effect: a custom resource names only whole values files of its own namespace"
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

  /** A HelmRelease of Flux (helm.toolkit.fluxcd.io/v2). Pure. */
  record HelmReleaseSpec(JsonNode object) {
    /** Fields that are imported, or have no effect on a release. */
    private static final List<String> FOLLOWED =
        List.of(
            "chart chartRef interval kubeConfig persistentClient releaseName storageNamespace suspend targetNamespace values valuesFrom"
                .split(" "));

    private static final String KUSTOMIZE = "kustomize.toolkit.fluxcd.io/";

    /** Helm's limit for names of releases. */
    private static final int LONGEST = 53;

    private static final int KEPT = 40;
    private static final int OF_DIGEST = 12;

    String name() {
      return object.path("metadata").path("name").asText();
    }

    String namespace() {
      return object.path("metadata").path("namespace").asText();
    }

    JsonNode spec() {
      return object.path("spec");
    }

    String title() {
      return namespace() + "/" + name();
    }

    String targetNamespace() {
      return spec().path("targetNamespace").asText(namespace());
    }

    String storageNamespace() {
      return object
          .at("/status/storageNamespace")
          .asText(spec().path("storageNamespace").asText(namespace()));
    }

    /**
     * Returns the name of the release, by the rules of Flux (its internal/release, ShortenName).
     */
    String releaseName() {
      var usual = spec().has("targetNamespace") ? targetNamespace() + "-" + name() : name();
      var name = spec().path("releaseName").asText(usual);
      return name.length() <= LONGEST
          ? name
          : name.substring(0, KEPT) + "-" + DigestUtils.sha256Hex(name).substring(0, OF_DIGEST);
    }

    /** Returns a sentence about fields that the operator will not follow, and for who writes it. */
    List<String> notes() {
      var labels = object.path("metadata").path("labels");
      var writer =
          Stream.of(labels.path(KUSTOMIZE + "name"))
              .filter(JsonNode::isTextual)
              .map(
                  name ->
                      "Kustomization %s/%s applies it, and makes a deleted HelmRelease again, not suspended: suspend it in its source too, and take it out of that before you delete it"
                          .formatted(
                              labels.path(KUSTOMIZE + "namespace").asText(namespace()),
                              name.asText()));
      var others =
          spec()
              .propertyStream()
              .map(Map.Entry::getKey)
              .filter(field -> !FOLLOWED.contains(field))
              .map("spec."::concat)
              .collect(Collectors.joining(", "));
      var left =
          Stream.of("not imported: %s; docs/migrate/from-flux.md has the counterparts")
              .filter(sentence -> !others.isEmpty())
              .map(sentence -> sentence.formatted(others));
      return Stream.concat(left, writer).toList();
    }
  }
}
