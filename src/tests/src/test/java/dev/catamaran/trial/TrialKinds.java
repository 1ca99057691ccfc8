package dev.catamaran.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.cli.Main;
import dev.catamaran.fixture.Eventually;
import dev.catamaran.testcluster.Discovery;
import dev.catamaran.testcluster.KindContexts;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A kind for each chart under test. Closing it removes the kinds. */
public final class TrialKinds implements AutoCloseable {
  static final String GROUP = "charts.test.catamaran.dev";

  /** Their group and version. */
  public static final String API = GROUP + "/v1";

  private final TestNamespace namespace;
  private final List<TrialChart> charts;

  private TrialKinds(TestNamespace namespace, List<TrialChart> charts) {
    this.namespace = namespace;
    this.charts = charts;
  }

  /** Creates a kind for each of {@code charts}, and waits until the API server serves them. */
  public static TrialKinds of(List<TrialChart> charts, TestNamespace namespace) {
    var definitions = charts.stream().map(TrialKinds::definition).toList();
    definitions.forEach(kind -> namespace.client().resource(kind).serverSideApply());
    Discovery.awaitServed(namespace.client(), definitions);
    return new TrialKinds(namespace, charts);
  }

  /** A watches.yaml with each kind and its chart; every kind has one worker. */
  public Watching watching() {
    return watching("");
  }

  /** The same, with further options in each entry, each of which begins with a comma. */
  public Watching watching(String options) {
    var yaml = new StringBuilder();
    for (var chart : charts) {
      yaml.append(
          """
          - {group: %s, version: v1, kind: %s, chart: "%s", maxConcurrentReconciles: 1, places: %s%s}
          """
              .formatted(
                  GROUP, chart.kind(), chart.folder(), chart.places(namespace.name()), options));
    }
    return Watching.yaml(yaml.toString());
  }

  /** Makes a project of these kinds in an empty folder, as far as its admission policy needs it. */
  public Path project(Path folder) throws IOException {
    var resources =
        charts.stream()
            .map(
                chart ->
                    """
                    - {group: charts, domain: test.catamaran.dev, version: v1, kind: %s, plural: %s, chart: "%s"}
                    """
                        .formatted(chart.kind(), chart.plural(), chart.folder()))
            .collect(Collectors.joining());
    var files =
        Map.of(
            "PROJECT",
            "domain: test.catamaran.dev\nlayout: [catamaran.dev/v1]\nprojectName: trial-operator\nresources:\n"
                + resources,
            "watches.yaml",
            Files.readString(watching().write()),
            "config/admission/kustomization.yaml",
            "resources: [policy.yaml]\n",
            "config/default/kustomization.yaml",
            "{namespace: trial-operator-system, namePrefix: trial-operator-}\n");
    for (var file : files.entrySet()) {
      Files.createDirectories(folder.resolve(file.getKey()).getParent());
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    var said = new StringWriter();
    var out = new PrintWriter(said);
    assertEquals(0, Main.execute(out, out, "manifests", "--project=" + folder), said::toString);
    return folder;
  }

  /** A trial for each chart. */
  public List<Trial> trials() {
    var apis = apis();
    return charts.stream().map(chart -> new Trial(chart, chart.name(), namespace, apis)).toList();
  }

  /** This number of trials; the charts take turns. */
  public List<Trial> trials(int number) {
    var apis = apis();
    return IntStream.range(0, number)
        .mapToObj(
            i -> {
              var chart = charts.get(i % charts.size());
              return new Trial(chart, chart.name() + "-" + i / charts.size(), namespace, apis);
            })
        .toList();
  }

  /** The primaries of a chart's kind. */
  public static NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      primaries(TrialChart chart, TestNamespace namespace) {
    return namespace
        .client()
        .genericKubernetesResources(
            KindContexts.namespaced(GROUP, "v1", chart.kind(), chart.plural()))
        .inNamespace(namespace.name());
  }

  /** The present kinds of the cluster. */
  public Apis apis() {
    return new Apis(namespace.client());
  }

  /**
   * Waits for the end of the kinds: another test may create them again. An operator may set the
   * finalizers of primaries again until their deletion begins.
   */
  @Override
  public void close() {
    charts.forEach(chart -> namespace.client().resource(definition(chart)).delete());
    Eventually.eventually(
        () -> assertEquals(List.of(), charts.stream().filter(this::isDefined).toList()));
  }

  private boolean isDefined(TrialChart chart) {
    if (namespace.client().resource(definition(chart)).get() == null) {
      return false;
    }
    var primaries = primaries(chart, namespace);
    for (var left : primaries.list().getItems()) {
      primaries
          .withName(left.getMetadata().getName())
          .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
    }
    return true;
  }

  private static CustomResourceDefinition definition(TrialChart chart) {
    return Serialization.unmarshal(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: %2$s.%1$s}
        spec:
          group: %1$s
          names: {kind: %3$s, listKind: %3$sList, plural: %2$s, singular: %4$s}
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              subresources: {status: {}}
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
                    status: {type: object, x-kubernetes-preserve-unknown-fields: true}
        """
            .formatted(
                GROUP,
                chart.plural(),
                chart.kind(),
                chart.kind().toLowerCase(java.util.Locale.ROOT)),
        CustomResourceDefinition.class);
  }
}
