package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PodTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The objects of an install during which the API server failed. */
@SuppressWarnings("NullAway.Init") // JUnit sets them before each test.
@RealNode
class InterruptedInstallIT {
  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: "{{ .Release.Name }}-service"}
      spec: {ports: [{port: {{ .Values.port | default 80 }}}]}
      """;

  private static final String STEP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: "{{ .Release.Name }}-{{ .Values.step }}"}
      """;

  private static final String ALL =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: "{{ .Release.Name }}-all"}
      data: {"{{ .Values.step }}": made}
      """;

  /** The API server stores one CPU, and the default of each field. */
  private static final String QUANTIFIED_HOOK =
      """
      apiVersion: v1
      kind: PodTemplate
      metadata:
        name: "{{ .Release.Name }}-hook"
        annotations: {helm.sh/hook: post-install, helm.sh/hook-delete-policy: hook-succeeded}
      template:
        metadata: {labels: {app: hook}}
        spec:
          hostNetwork: false
          containers:
          - {name: main, image: none, resources: {requests: {cpu: 1000m, memory: 1024Mi}}}
      """;

  private FaultProxy proxy;
  private TestNamespace namespace;

  @BeforeEach
  void stand(TestNamespace ofTheTest) {
    namespace = ofTheTest;
    proxy = FaultProxy.before(namespace.cluster());
  }

  @AfterEach
  void close() {
    proxy.heal();
    assertEquals(List.of(), proxy.unmet(), "faults that no request has met");
  }

  @Test
  void isUninstalledWithAPrimaryWithoutADeployedRevision() {
    proxy.inject(Fault.answer(500), Calls.at("/services").by("create"));
    operate(TestChart.named("cut").configMap("first", "by", "it").template("s.yaml", SERVICE));
    namespace.apply("Widget", "one", "{}");

    // The object keeps its marks, although no revision names it any more.
    eventually(
        () -> {
          var first = namespace.existing(ConfigMap.class, "one-first").getMetadata();
          assertEquals(
              List.of("one"),
              first.getOwnerReferences().stream().map(OwnerReference::getName).toList());
          assertTrue(first.getLabels().containsKey("catamaran.dev/operator"), first::toString);
        });
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-first")));
  }

  /** Helm stored the success, and the operator did not get the answer. */
  @Test
  void deletesOldObjectsAfterALostAnswerToASuccess() {
    loseTheAnswerToASuccess();

    namespace.apply("Widget", "one", "{step: four, port: 81}");

    namespace.awaitReady("Widget", "one");
    eventually(
        () -> {
          assertNull(namespace.get(ConfigMap.class, "one-one"));
          assertNull(namespace.get(ConfigMap.class, "one-two"));
          assertNull(namespace.get(ConfigMap.class, "one-three"));
        });
    assertNotNull(namespace.get(ConfigMap.class, "one-four"));
  }

  /** Helm compares with the last success, which has no field of the failures after it. */
  @Test
  void completesARevisionAfterALostAnswerToItsSuccess() {
    loseTheAnswerToASuccess();

    eventually(() -> assertEquals(Map.of("three", "made"), namespace.data("one-all")));
    namespace.awaitReady("Widget", "one");
    assertNull(namespace.get(ConfigMap.class, "one-one"));
    assertNotNull(namespace.get(ConfigMap.class, "one-three"));
  }

  /** Two revisions fail, and the third succeeds. */
  private void loseTheAnswerToASuccess() {
    operate(
        TestChart.named("steps")
            .values("{step: zero}")
            .template("step.yaml", STEP)
            .template("all.yaml", ALL)
            .template("service.yaml", SERVICE));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    proxy.inject(Fault.answer(500), Calls.at("/services").by("patch", "update"));
    namespace.apply("Widget", "one", "{step: one, port: 81}");
    eventually(() -> assertNotNull(namespace.get(ConfigMap.class, "one-one")));
    eventually(() -> assertTrue(namespace.revisions("one").contains("2 failed")));
    namespace.apply("Widget", "one", "{step: two, port: 81}");
    eventually(() -> assertNotNull(namespace.get(ConfigMap.class, "one-two")));
    eventually(() -> assertTrue(newest().endsWith(" failed"), this::newest));
    proxy.heal();
    proxy.inject(new Fault.LostAnswer(), Calls.at("/secrets/sh.helm.release.v1.one").by("update"));
    namespace.apply("Widget", "one", "{step: three, port: 81}");
    eventually(() -> assertTrue(newest().endsWith(" deployed"), this::newest));
    proxy.heal();
  }

  private String newest() {
    return namespace.revisions("one").getLast();
  }

  @Test
  void doesNotBlockTheNextInstallByAHookInTheNotationOfTheApiServer() {
    var lost =
        proxy.inject(new Fault.LostAnswer(), Calls.at("/podtemplates").by("create").first(1));
    operate(TestChart.named("hooked").template("h.yaml", QUANTIFIED_HOOK));

    namespace.apply("Widget", "one", "{}");

    namespace.awaitReady("Widget", "one");
    assertEquals(1, lost.count());
    assertNull(namespace.get(PodTemplate.class, "one-hook"));
  }

  private void operate(TestChart chart) {
    namespace.operate(
        proxy.identity(namespace.identity()),
        Watching.chart("Widget", chart.path()),
        Duration.ofHours(1));
  }
}
