package dev.catamaran.simulation;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Seed;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The simulator's rules of Helm and of the garbage collector, beside the real ones: after each step
 * of random histories, the same objects must exist. {@code -Dmodel.histories} is their number.
 */
@Tag("nightly")
class SimulationModelIT {
  private static final int AT_ONCE = 4;

  @Test
  void hasTheObjectsOfARealClusterAfterEachStep(TestNamespace namespace) throws Exception {
    int count = Integer.getInteger("model.histories", 40);
    long seed = Seed.of(SimulationModelIT.class);
    refuse(namespace);
    var charts = IntStream.rangeClosed(1, 3).mapToObj(SimulationModelIT::chart).toList();
    var engine = TestEngine.helm(namespace);
    var differences = new ArrayList<String>();
    try (var executor = Executors.newFixedThreadPool(AT_ONCE)) {
      var histories = new ArrayList<Future<List<String>>>();
      for (int i = 0; i < count; i++) {
        var name = "m" + i;
        var random = new Random(seed + i);
        Callable<List<String>> history =
            () -> new TwinRelease(namespace, engine, charts, name, random).live();
        histories.add(executor.submit(history));
      }
      for (var history : histories) {
        differences.addAll(history.get());
      }
    }
    assertEquals("", String.join("\n\n", differences), Seed.option());
  }

  /**
   * A policy refuses the objects with a flaw, as Forbidden: what a dry run calls Invalid begins no
   * upgrade.
   */
  private static void refuse(TestNamespace namespace) {
    namespace.load(POLICY);
    var refused =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("refused")
            .addToLabels("refused", "yes")
            .endMetadata()
            .build();
    eventually(
        () ->
            assertThrows(
                KubernetesClientException.class,
                namespace
                        .client()
                        .configMaps()
                        .inNamespace(namespace.name())
                        .resource(refused)
                        .dryRun(true)
                    ::create));
  }

  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: NAMESPACE}
      spec:
        failurePolicy: Fail
        matchConstraints:
          resourceRules:
          - {apiGroups: ["*"], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: ["*"]}
        validations:
        - {expression: "!('refused' in object.metadata.?labels.orValue({}))", reason: Forbidden}
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: NAMESPACE}
      spec:
        policyName: NAMESPACE
        validationActions: [Deny]
        matchResources:
          namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAMESPACE}}
      """;

  /** The chart of {@link Rendering}. */
  private static Chart chart(int number) {
    var folder =
        TestChart.named("chart" + number)
            .values("{objects: \"\", value: 0, flaw: \"\"}")
            .template("objects.yaml", OBJECTS.replace("KEPT", number == 3 ? "kbp" : "k"))
            .path();
    try {
      return new ChartLoader(Files.createTempDirectory("charts-")).load(folder);
    } catch (InvalidChartException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final String OBJECTS =
      """
      {{- if eq .Values.flaw "render" }}{{ fail "as asked" }}{{ end }}
      {{- $letters := splitList "" .Values.objects }}
      {{- range $letter := $letters }}
      {{- $annotations := dict "value" (printf "%s-%v" $.Chart.Name $.Values.value) }}
      {{- if contains $letter "hso" }}
      {{- $event := ternary "post-install" "pre-install" (eq $letter "s") }}
      {{- $annotations = dict "value" "once" "helm.sh/hook" $event }}
      {{- if eq $letter "o" }}{{ $_ := set $annotations "helm.sh/hook-delete-policy" "hook-failed" }}{{ end }}
      {{- else if contains $letter "KEPT" }}
      {{- $_ := set $annotations "helm.sh/resource-policy" "keep" }}
      {{- end }}
      {{- $kind := "ConfigMap" }}
      {{- if contains $letter "ph" }}{{ $kind = "PersistentVolumeClaim" }}{{ end }}
      {{- if eq $letter "s" }}{{ $kind = "Secret" }}{{ end }}
      {{- if eq $letter "w" }}{{ $kind = "Gadget" }}{{ end }}
      ---
      apiVersion: {{ ternary "test.catamaran.dev/v1" "v1" (eq $letter "w") }}
      kind: {{ $kind }}
      metadata:
        name: {{ $.Release.Name }}-{{ $letter }}
        annotations: {{ toJson $annotations }}
        {{- if and (eq $letter (last $letters)) (eq $.Values.flaw "refused") }}
        labels: {refused: "yes"}
        {{- end }}
      {{- if eq $kind "PersistentVolumeClaim" }}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}
      {{- end }}
      {{- end }}
      """;
}
