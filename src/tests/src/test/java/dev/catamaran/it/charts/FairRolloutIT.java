package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No tenant decides for others when a changed chart reaches the primaries of its kind. */
class FairRolloutIT {
  private static final String FIRST = "widget.test.catamaran.dev-1";

  /** A chart of editions; each but the first brings an object, and pods where the spec has them. */
  private final TestChart chart = edition(TestChart.named("fair"), "first");

  private final List<TestNamespace> tenants = new ArrayList<>();

  @AfterEach
  void endTenants() {
    tenants.forEach(TestNamespace::close);
  }

  private static TestChart edition(TestChart chart, String made, String... bad) {
    return chart.template(
        "made.yaml",
        """
        {{- $bad := list %s }}
        {{- if has (printf "%%s/%%s" .Release.Namespace .Release.Name) $bad }}{{ fail "no" }}{{ end }}
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}-made"}
        data: {made: %s}
        """
            .formatted(
                Stream.of(bad).map("\"%s\""::formatted).collect(Collectors.joining(" ")), made));
  }

  private static void bringPods(TestChart chart) {
    chart.template(
        "pods.yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}-new"}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: "{{ .Release.Name }}"}
        spec:
          replicas: {{ .Values.pods }}
          selector: {matchLabels: {app: "{{ .Release.Name }}"}}
          template:
            metadata: {labels: {app: "{{ .Release.Name }}"}}
            spec:
              serviceAccountName: {{ .Values.account }}
              containers: [{name: main, image: main}]
        """);
  }

  /** Makes namespaces, in the order in which a rollout comes to them. */
  private void tenants(int count) {
    while (tenants.size() < count) {
      tenants.add(TestNamespace.create());
    }
    tenants.sort(Comparator.comparing(TestNamespace::name));
  }

  private OperatorProcess launch(TestNamespace own, String rollout, String... options) {
    var watched =
        Stream.concat(Stream.of(own), tenants.stream())
            .map(TestNamespace::name)
            .collect(Collectors.joining(","));
    return own.launch(
        Map.of("POD_NAMESPACE", own.name(), "WATCH_NAMESPACE", watched),
        Watching.chart(
            "Widget",
            chart.path(),
            Stream.of(
                    Stream.of(
                        "allowOperatorNamespace: true",
                        "remediation: {retries: 0}",
                        "retry: {initial: 200ms, multiplier: 1, max: 200ms}"),
                    Stream.of("rollout: " + rollout).filter(entry -> !rollout.isEmpty()),
                    Arrays.stream(options))
                .flatMap(Function.identity())
                .toArray(String[]::new)));
  }

  private static void refuseEditions(TestNamespace own) {
    own.load(refusal("CREATE", "object"));
    var edition =
        new SecretBuilder()
            .withNewMetadata()
            .withName("probe")
            .withNamespace(own.name())
            .endMetadata()
            .withType("catamaran.dev/edition")
            .build();
    eventually(
        () ->
            assertThrows(
                KubernetesClientException.class,
                () -> own.client().resource(edition).dryRun(true).create()));
  }

  private static void allowEditions(TestNamespace own) {
    own.client()
        .genericKubernetesResources(
            "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding")
        .withName(own.name())
        .delete();
  }

  private static void awaitUnprepared(TestNamespace own, String name) {
    own.awaitReason(
        "Widget", name, "RolloutPending", "RolloutsUnavailable", "no edition is stored here");
    assertEquals("True", own.condition("Widget", name, "Ready").get("status"));
    assertEquals(Map.of(), own.condition("Widget", name, "Stalled"));
  }

  private static GenericKubernetesResource awaitPhase(TestNamespace own, String phase) {
    eventually(
        () -> {
          var found = RolloutIT.rollout(own, FIRST).get();
          assertEquals(
              phase, found == null ? "none" : found.get("status", "phase"), () -> "" + found);
        });
    return RolloutIT.rollout(own, FIRST).get();
  }

  private static String made(TestNamespace namespace, String name) {
    return namespace.data(name + "-made").getOrDefault("made", "nothing");
  }

  private static void awaitFirst(TestNamespace own) {
    eventually(() -> assertEquals(1, RolloutIT.editions(own).size()));
  }

  @Test
  void goesOnWithoutThoseWhoseNamespaceIsInTheWay(TestNamespace own) {
    tenants(5);
    chart.values("pods: 0\naccount: default\n");
    launch(own, "{waves: [1, 100%], readyFor: 1s}");
    var quota = tenants.get(0);
    var foreign = tenants.get(1);
    var account = tenants.get(2);
    quota.deploy("Widget", "w", "{pods: 1}");
    foreign.deploy("Widget", "w", "{}");
    account.deploy("Widget", "w", "{pods: 1, account: ghost}");
    tenants.subList(3, 5).forEach(namespace -> namespace.deploy("Widget", "w", "{}"));
    awaitFirst(own);
    quota.load(
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: none}, spec: {hard: {pods:"
            + " \"0\"}}}");
    eventually(
        () ->
            assertEquals(
                "0",
                quota
                    .existing(ResourceQuota.class, "none")
                    .getStatus()
                    .getHard()
                    .get("pods")
                    .getAmount()));
    foreign.configMap("w-new", Map.of());

    bringPods(edition(chart, "second"));

    var ended = awaitPhase(own, "Completed");
    for (var namespace : tenants.subList(3, 5)) {
      assertEquals("second", made(namespace, "w"));
      namespace.awaitReady("Widget", "w");
    }
    List<Map<String, Object>> failed = ended.get("status", "failed");
    assertEquals(3, failed.size(), failed::toString);
    var said =
        List.of(
            "exceeded quota: none",
            "cannot be imported into the current release",
            "error looking up service account %s/ghost".formatted(account.name()));
    for (int index = 0; index < failed.size(); index++) {
      var one = failed.get(index);
      assertEquals(tenants.get(index).name() + "/w", one.get("name"));
      assertEquals(Boolean.FALSE, one.get("counts"));
      assertTrue(("" + one.get("why")).contains(said.get(index)), one::toString);
    }
    String message = ended.get("status", "message");
    assertTrue(message.contains("without success: " + quota.name() + "/w ("), message);
    assertEquals("first", made(foreign, "w"));

    foreign.delete(ConfigMap.class, "w-new");
    eventually(() -> assertEquals("second", made(foreign, "w")));
  }

  @Test
  void countsOneVoteForEachNamespace(TestNamespace own) {
    tenants(3);
    launch(own, "{waves: [100%], readyFor: 1s, failures: 2}");
    var bad = tenants.get(0);
    var names = List.of("w1", "w2", "w3");
    names.forEach(name -> bad.deploy("Widget", name, "{}"));
    tenants.subList(1, 3).forEach(namespace -> namespace.deploy("Widget", "w", "{}"));
    awaitFirst(own);

    edition(
        chart,
        "second",
        names.stream().map(name -> bad.name() + "/" + name).toArray(String[]::new));

    String message = awaitPhase(own, "Completed").get("status", "message");
    assertTrue(message.contains("without success: "), message);
    names.forEach(name -> assertTrue(message.contains(bad.name() + "/" + name + " ("), message));
    tenants.subList(1, 3).forEach(each -> assertEquals("second", made(each, "w")));
    names.forEach(name -> assertEquals("first", made(bad, name)));
  }

  /** One line in watches.yaml: releases that were made before it stay as they are. */
  @Test
  void harmsNoReleaseThatWasMadeBeforeThereWereRollouts(TestNamespace own) {
    var operator = launch(own, "");
    own.deploy("Widget", "w1", "{}");
    operator.kill();
    refuseEditions(own);

    launch(own, "{waves: [1, 100%]}");

    awaitUnprepared(own, "w1");
    own.delete(ConfigMap.class, "w1-made");
    eventually(() -> assertEquals("first", made(own, "w1"), "it is repaired"));
    allowEditions(own);
    eventually(() -> assertEquals(Map.of(), own.condition("Widget", "w1", "RolloutPending")));
    assertEquals(List.of("1 deployed"), own.revisions("w1"));
  }

  @Test
  void changesNobodyWhileTheFirstEditionCannotBeStored(TestNamespace own) {
    refuseEditions(own);
    var operator = launch(own, "{waves: [1, 100%], readyFor: 1s, approval: first}");
    var names = List.of("w1", "w2", "w3");
    names.forEach(name -> own.deploy("Widget", name, "{}"));
    operator.awaitLog("no edition is stored here");

    edition(chart, "second");

    for (var name : names) {
      awaitUnprepared(own, name);
    }
    own.delete(ConfigMap.class, "w1-made");
    eventually(() -> assertEquals("first", made(own, "w1"), "it is repaired"));

    allowEditions(own);
    awaitPhase(own, "Waiting");
    for (var name : names) {
      assertEquals("first", made(own, name));
      assertEquals(List.of("1 deployed"), own.revisions(name));
    }
    approve(own);
    awaitPhase(own, "Completed");
    names.forEach(name -> assertEquals("second", made(own, name)));
  }

  @Test
  void tellsWhyARolloutCannotBegin(TestNamespace own) {
    launch(own, "{waves: [1, 100%], readyFor: 1s}", "reconcilePeriod: 1h");
    own.deploy("Widget", "w1", "{}");
    awaitFirst(own);
    refuseEditions(own);

    edition(chart, "second");

    awaitUnprepared(own, "w1");
    assertEquals("first", made(own, "w1"));
    allowEditions(own);
    awaitPhase(own, "Completed");
    assertEquals("second", made(own, "w1"));
    eventually(() -> assertEquals(Map.of(), own.condition("Widget", "w1", "RolloutPending")));
  }

  @Test
  void tellsWhatTheLabelHoldsOrThatItIsDenied(TestNamespace own) {
    var before = launch(own, "");
    var held = "{metadata: {labels: {catamaran.dev/rollout: hold}}}";
    for (var name : List.of("w1", "w2")) {
      own.deploy("Widget", name, "{}");
    }
    own.patch("Widget", "w1", held);
    before.kill();
    var operator = launch(own, "{waves: [1, 100%], readyFor: 1s}");
    awaitFirst(own);

    edition(chart, "second");

    awaitPhase(own, "Completed");
    assertEquals("second", made(own, "w2"));
    own.awaitReason(
        "Widget", "w1", "RolloutPending", "HeldByAnnotation", "the label catamaran.dev/rollout");
    assertEquals("first", made(own, "w1"));
    operator.kill();

    launch(own, "{waves: [1, 100%], readyFor: 1s}", "denyAnnotations: [rollout]");
    eventually(() -> assertEquals("second", made(own, "w1")));
    own.awaitReason(
        "Widget",
        "w1",
        "AnnotationsIgnored",
        "AnnotationsDenied",
        "no effect: catamaran.dev/rollout. Remove this");
    eventually(() -> assertEquals(Map.of(), own.condition("Widget", "w1", "RolloutPending")));
  }

  /** One change of watches.yaml and of the chart: nobody has kept the chart before. */
  @Test
  void reachesReleasesFromBeforeThereWereRolloutsWaveByWave(TestNamespace own) {
    var operator = launch(own, "");
    var names = List.of("w1", "w2");
    names.forEach(name -> own.deploy("Widget", name, "{}"));
    own.deploy("Widget", "paused", "{}");
    own.annotate("Widget", "paused", "catamaran.dev/pause", "true");
    operator.kill();
    edition(chart, "second");

    launch(own, "{waves: [1, 100%], readyFor: 1s, approval: first}");

    awaitPhase(own, "Waiting");
    for (var name : names) {
      own.awaitReason("Widget", name, "RolloutPending", "WaveNotReached");
      assertEquals("True", own.condition("Widget", name, "Ready").get("status"));
    }
    own.awaitReason("Widget", "paused", "Paused", "PauseReconcileAnnotationTrue");
    assertEquals(Map.of(), own.condition("Widget", "paused", "RolloutPending"), "it has no wave");
    own.delete(ConfigMap.class, "w2-made");
    eventually(() -> assertEquals("first", made(own, "w2"), "it is repaired"));
    own.apply("Widget", "w2", "{pods: 7}");
    own.awaitReason("Widget", "w2", "Ready", "ChartUnavailable", "so its spec waits until");
    approve(own);
    String message = awaitPhase(own, "Completed").get("status", "message");
    assertTrue(message.contains("all custom resources that take part have the edition"), message);
    assertEquals("first", made(own, "paused"));
    names.forEach(name -> own.awaitReady("Widget", name));
    names.forEach(name -> assertEquals("second", made(own, name)));
  }

  /** A rollout is over whether or not the earlier edition can be deleted. */
  @Test
  void bringsTheEditionToThoseCreatedMeanwhileThoughTheEarlierOneStays(TestNamespace own) {
    launch(own, "{waves: [1, 100%], readyFor: 1s, approval: first}", "reconcilePeriod: 1h");
    own.deploy("Widget", "w1", "{}");
    awaitFirst(own);
    edition(chart, "second");
    awaitPhase(own, "Waiting");
    own.deploy("Widget", "late", "{}");
    assertEquals("first", made(own, "late"));
    own.load(refusal("DELETE", "oldObject"));
    var probe = RolloutIT.editions(own).getFirst();
    eventually(
        () ->
            assertThrows(
                KubernetesClientException.class,
                () -> own.client().resource(probe).dryRun(true).delete()));

    approve(own);

    eventually(() -> assertEquals("second", made(own, "late")));
    assertEquals(2, RolloutIT.editions(own).size());
    allowEditions(own);
    eventually(() -> assertDoesNotThrow(() -> own.client().resource(probe).dryRun(true).delete()));
  }

  private static void approve(TestNamespace own) {
    RolloutIT.rollout(own, FIRST)
        .edit(
            found -> {
              Map<String, Object> spec = found.get("spec");
              spec.put("approvedWave", 1);
              return found;
            });
  }

  private static String refusal(String operation, String object) {
    return REFUSAL.replace("CREATE", operation).replace("object.type", object + ".type");
  }

  private static final String REFUSAL =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: NAMESPACE}
      spec:
        matchConstraints:
          resourceRules:
            - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets]}
        validations:
          - expression: "object.type != 'catamaran.dev/edition'"
            message: no edition is stored here
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
}
