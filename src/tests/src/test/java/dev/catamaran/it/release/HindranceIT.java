package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What stands in the way of an input is not its fault: when it is gone, the release goes on. */
class HindranceIT {
  private static final String OFTEN = "retry: {initial: 200ms, multiplier: 1, max: 200ms}";

  /** Fewer than there are attempts: a blamed input would be given up. */
  private static final String FEW = "remediation: {retries: 2}";

  private static final int ATTEMPTS = 12;

  /** After one failure, the next attempt would begin after 15 s. */
  private static final Duration LESS_THAN_THE_DELAY = Duration.ofSeconds(14);

  private static final Duration TWICE_THE_TIMEOUT = Duration.ofSeconds(8);

  /**
   * An obstacle.
   *
   * @param name of the primary, and value that makes the chart run into it
   * @param said part of the message
   * @param raise puts it there
   * @param remove takes it away
   */
  private record Row(
      String name, String said, Consumer<TestNamespace> raise, Consumer<TestNamespace> remove) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("quota", "exceeded quota", HindranceIT::allowNoServices, HindranceIT::allowAll),
          new Row(
              "other",
              "invalid ownership metadata",
              namespace -> create(namespace, "v1", "ConfigMap", "other-extra", ""),
              namespace -> namespace.delete(ConfigMap.class, "other-extra")),
          new Row(
              "account",
              "error looking up service account",
              HindranceIT::nothing,
              namespace -> create(namespace, "v1", "ServiceAccount", "ghost", "")),
          new Row(
              "priority",
              "no PriorityClass with name",
              HindranceIT::nothing,
              namespace ->
                  create(
                      namespace,
                      "scheduling.k8s.io/v1",
                      "PriorityClass",
                      namespace.name(),
                      "value: 7")),
          new Row(
              "runtime",
              "RuntimeClass",
              HindranceIT::nothing,
              namespace ->
                  create(
                      namespace,
                      "node.k8s.io/v1",
                      "RuntimeClass",
                      namespace.name(),
                      "handler: runc")),
          new Row(
              "unserved",
              "no matches for kind",
              HindranceIT::nothing,
              n -> new PassingKind(n).define()));

  @Test
  void isWaitedForWithoutARemedy(TestNamespace namespace) {
    ROWS.forEach(row -> row.raise().accept(namespace));
    namespace.operate(Watching.chart("Widget", chart(namespace).path(), OFTEN, FEW));
    for (var color : List.of("red", "green", "blue")) {
      ROWS.forEach(row -> namespace.apply("Widget", row.name(), "{color: %s}".formatted(color)));
      ROWS.forEach(row -> namespace.awaitReady("Widget", row.name()));
    }
    var uids = uids(namespace);

    ROWS.forEach(
        row -> namespace.patch("Widget", row.name(), "{spec: {extra: %s}}".formatted(row.name())));

    for (var row : ROWS) {
      awaitAttempts(namespace, row, ATTEMPTS);
      var ready = namespace.condition("Widget", row.name(), "Ready");
      assertTrue(ready.getOrDefault("message", "").contains(row.said()), ready::toString);
      assertEquals("UpgradeError", ready.get("reason"));
      assertEquals("none", stalled(namespace, row));
      var revisions = namespace.revisions(row.name());
      assertEquals(
          List.of("1 superseded", "2 superseded", "3 deployed"),
          revisions.subList(0, 3),
          "earlier revisions, and no rollback");
      assertTrue(revisions.size() <= 11, revisions::toString);
    }
    assertEquals(uids, uids(namespace));

    ROWS.forEach(row -> row.remove().accept(namespace));
    ROWS.forEach(row -> namespace.awaitReady("Widget", row.name()));
    assertEquals(uids, uids(namespace));
  }

  @Test
  void isWaitedForByAnInstallationWithoutARemedy(TestNamespace namespace) {
    var rows = ROWS.stream().filter(row -> !row.name().equals("unserved")).toList();
    rows.forEach(row -> row.raise().accept(namespace));
    namespace.operate(Watching.chart("Widget", chart(namespace).path(), OFTEN, FEW));
    rows.forEach(
        row ->
            namespace.apply("Widget", row.name(), "{color: red, extra: %s}".formatted(row.name())));
    for (var row : rows) {
      awaitAttempts(namespace, row, 1);
    }
    var uids = uids(namespace);

    for (var row : rows) {
      awaitAttempts(namespace, row, 5);
      assertEquals("none", stalled(namespace, row));
    }
    assertEquals(uids, uids(namespace));

    rows.forEach(row -> row.remove().accept(namespace));
    rows.forEach(row -> namespace.awaitReady("Widget", row.name()));
  }

  @Test
  void isFollowedByAnAttemptAsSoonAsItIsGone(TestNamespace namespace) {
    ROWS.forEach(row -> row.raise().accept(namespace));
    namespace.operate(
        Watching.chart(
            "Widget", chart(namespace).path(), "retry: {initial: 10m, multiplier: 1, max: 10m}"));
    for (var row : ROWS) {
      namespace.apply("Widget", row.name(), "{color: blue, extra: %s}".formatted(row.name()));
      awaitAttempts(namespace, row, 1);
      row.remove().accept(namespace);
      within(LESS_THAN_THE_DELAY, () -> assertReady(namespace, row));
    }
  }

  private static void assertReady(TestNamespace namespace, Row row) {
    var ready = namespace.condition("Widget", row.name(), "Ready");
    assertEquals("True", ready.get("status"), () -> row.name() + ": " + ready);
    var values = namespace.existing(ConfigMap.class, row.name() + "-colors").getData();
    assertEquals(Map.of("color", "blue"), values);
  }

  /** What the revision's pods or claims lack when its time is over. */
  private record Lack(String name, String said, String template) {}

  private static final List<Lack> LACKS =
      List.of(
          new Lack(
              "pods",
              "exceeded quota: none",
              """
              apiVersion: apps/v1
              kind: Deployment
              metadata: {name: "{{ .Release.Name }}-main"}
              spec:
                progressDeadlineSeconds: 2
                selector: {matchLabels: {app: main}}
                template:
                  metadata: {labels: {app: main}}
                  spec: {containers: [{name: main, image: main}]}
              """),
          new Lack(
              "runtime",
              "RuntimeClass \"none\" not found",
              """
              apiVersion: apps/v1
              kind: StatefulSet
              metadata: {name: "{{ .Release.Name }}-main"}
              spec:
                serviceName: main
                selector: {matchLabels: {app: main}}
                template:
                  metadata: {labels: {app: main}}
                  spec: {runtimeClassName: none, containers: [{name: main, image: main}]}
              """),
          new Lack(
              "storage",
              "storageclass.storage.k8s.io \"none\" not found",
              """
              apiVersion: v1
              kind: PersistentVolumeClaim
              metadata: {name: "{{ .Release.Name }}-main"}
              spec:
                storageClassName: none
                accessModes: [ReadWriteOnce]
                resources: {requests: {storage: 1Gi}}
              """));

  @Test
  void isNoReasonToGiveUpARevisionThatWaitsForIt(TestNamespace namespace) {
    create(namespace, "v1", "ResourceQuota", "none", "spec: {hard: {pods: 0}}");
    var chart = TestChart.named("lacks").values("{lacks: false}");
    LACKS.forEach(
        lack ->
            chart.template(
                lack.name() + ".yaml",
                "{{- if and .Values.lacks (eq .Release.Name \"%s\") }}\n%s{{- end }}\n"
                    .formatted(lack.name(), lack.template())));
    chart.configMap("at", "lacks", "{{ quote .Values.lacks }}");
    namespace.operate(
        Watching.chart("Widget", chart.path(), OFTEN, FEW, "wait: true", "timeout: 4s"));
    LACKS.forEach(lack -> namespace.apply("Widget", lack.name(), "{lacks: false}"));
    LACKS.forEach(lack -> namespace.awaitReady("Widget", lack.name()));

    LACKS.forEach(lack -> namespace.patch("Widget", lack.name(), "{spec: {lacks: true}}"));

    for (var lack : LACKS) {
      eventually(
          () -> {
            var ready = namespace.condition("Widget", lack.name(), "Ready");
            assertTrue(ready.getOrDefault("message", "").contains(lack.said()), ready::toString);
          });
    }
    var deadline = Instant.now().plus(TWICE_THE_TIMEOUT);
    eventually(() -> assertTrue(Instant.now().isAfter(deadline)));
    for (var lack : LACKS) {
      assertEquals(
          List.of("1 superseded", "2 deployed"), namespace.revisions(lack.name()), lack.name());
    }
  }

  private static void nothing(TestNamespace ignored) {}

  private static String stalled(TestNamespace namespace, Row row) {
    return namespace.condition("Widget", row.name(), "Stalled").getOrDefault("reason", "none");
  }

  private static void awaitAttempts(TestNamespace namespace, Row row, int count) {
    eventually(
        () -> {
          var primary = Objects.requireNonNull(namespace.primary("Widget", row.name()));
          Object failures = primary.get("status", "failures", "count");
          assertTrue(
              failures instanceof Number number && number.intValue() >= count,
              () -> row.name() + ": " + primary.get("status"));
        });
  }

  private static List<String> uids(TestNamespace namespace) {
    return namespace.list(ConfigMap.class).stream()
        .map(HasMetadata::getMetadata)
        .filter(metadata -> metadata.getName().endsWith("-colors"))
        .map(metadata -> metadata.getName() + " " + metadata.getUid())
        .toList();
  }

  private static void allowNoServices(TestNamespace namespace) {
    create(namespace, "v1", "ResourceQuota", "none", "spec: {hard: {services: 0}}");
    eventually(
        () ->
            assertTrue(
                namespace
                    .existing(ResourceQuota.class, "none")
                    .getStatus()
                    .getHard()
                    .containsKey("services")));
  }

  private static void allowAll(TestNamespace namespace) {
    namespace.delete(ResourceQuota.class, "none");
  }

  private static void create(
      TestNamespace namespace, String apiVersion, String kind, String name, String content) {
    var text =
        "apiVersion: %s\nkind: %s\nmetadata: {name: %s, namespace: %s}\n%s\n"
            .formatted(apiVersion, kind, name, namespace.name(), content);
    var object = Serialization.unmarshal(text, GenericKubernetesResource.class);
    boolean isOfCluster = kind.endsWith("Class");
    if (isOfCluster) {
      object.getMetadata().setNamespace(null);
    }
    namespace.client().resource(object).create();
    if (isOfCluster) {
      namespace.atClose(() -> namespace.client().resource(object).delete());
    }
  }

  private static TestChart chart(TestNamespace namespace) {
    var passing = new PassingKind(namespace);
    return TestChart.named("obstacles")
        .values("{color: red, extra: none}")
        .configMap("colors", "color", "{{ .Values.color }}")
        .template(
            "extra.yaml",
            """
            {{- if eq .Values.extra "quota" }}
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}-extra"}
            spec: {ports: [{port: 80}]}
            {{- else if eq .Values.extra "other" }}
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-extra"}
            {{- else if eq .Values.extra "unserved" }}
            apiVersion: API_VERSION
            kind: KIND
            metadata: {name: "{{ .Release.Name }}-extra"}
            {{- else if ne .Values.extra "none" }}
            apiVersion: v1
            kind: Pod
            metadata: {name: "{{ .Release.Name }}-extra"}
            spec:
              containers: [{name: main, image: "memcached:1.6-alpine"}]
              {{- if eq .Values.extra "account" }}
              serviceAccountName: ghost
              {{- else if eq .Values.extra "priority" }}
              priorityClassName: "{{ .Release.Namespace }}"
              {{- else }}
              runtimeClassName: "{{ .Release.Namespace }}"
              {{- end }}
            {{- end }}
            """
                .replace("API_VERSION", passing.apiVersion())
                .replace("KIND", passing.kind()));
  }
}
