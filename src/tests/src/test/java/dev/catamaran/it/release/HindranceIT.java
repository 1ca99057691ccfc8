package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What stands in the way of an input is not its fault: when it is gone, the release goes on. */
class HindranceIT {
  private static final String OFTEN = "retry: {initial: 200ms, multiplier: 1, max: 200ms}";

  /** Fewer than there are attempts: a blamed input would be given up. */
  private static final String FEW = "remediation: {retries: 2}";

  private static final int ATTEMPTS = 12;

  /**
   * An obstacle.
   *
   * @param name of the primary, and value that makes the chart run into it
   * @param said part of the message
   * @param raise puts it there
   * @param remove takes it away
   */
  private record Row(
      String name, String said, Consumer<TestNamespace> raise, Consumer<TestNamespace> remove) {
    TestPrimary in(TestNamespace namespace) {
      return namespace.widget(name);
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row(
              "quota",
              "exceeded quota",
              HindranceIT::allowNoServices,
              n -> n.delete(ResourceQuota.class, "none")),
          new Row(
              "other",
              "invalid ownership metadata",
              n -> n.configMap("other-extra", Map.of()),
              n -> n.delete(ConfigMap.class, "other-extra")),
          new Row(
              "account",
              "error looking up service account",
              n -> {},
              n -> n.load("{apiVersion: v1, kind: ServiceAccount, metadata: {name: ghost}}")),
          new Row(
              "priority",
              "no PriorityClass with name",
              n -> {},
              n ->
                  n.load(
                      "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass,"
                          + " metadata: {name: NAMESPACE}, value: 7}")),
          new Row(
              "runtime",
              "RuntimeClass",
              n -> {},
              n ->
                  n.load(
                      "{apiVersion: node.k8s.io/v1, kind: RuntimeClass,"
                          + " metadata: {name: NAMESPACE}, handler: runc}")),
          new Row("unserved", "no matches for kind", n -> {}, n -> new PassingKind(n).define()));

  @Test
  void isWaitedForWithoutARemedy(TestNamespace namespace) {
    ROWS.forEach(row -> row.raise().accept(namespace));
    namespace.operate(Watching.chart("Widget", chart(namespace).path(), OFTEN, FEW));
    for (var color : List.of("red", "green", "blue")) {
      ROWS.forEach(row -> row.in(namespace).apply("{color: %s}".formatted(color)));
      ROWS.forEach(row -> row.in(namespace).awaitReady());
    }
    var uids = uids(namespace);

    ROWS.forEach(row -> row.in(namespace).patch("{spec: {extra: %s}}".formatted(row.name())));

    for (var row : ROWS) {
      var one = row.in(namespace);
      awaitAttempts(one, ATTEMPTS);
      one.awaitReason("Ready", "UpgradeError", row.said());
      assertEquals(Map.of(), one.condition("Stalled"), one::name);
      var revisions = one.revisions();
      assertEquals(
          List.of("1 superseded", "2 superseded", "3 deployed"),
          revisions.subList(0, 3),
          "earlier revisions, and no rollback");
      assertTrue(revisions.size() <= 11, revisions::toString);
    }
    assertEquals(uids, uids(namespace));

    ROWS.forEach(row -> row.remove().accept(namespace));
    ROWS.forEach(row -> row.in(namespace).awaitReady());
    assertEquals(uids, uids(namespace));
  }

  @Test
  void isWaitedForByAnInstallationWithoutARemedy(TestNamespace namespace) {
    var rows = ROWS.stream().filter(row -> !row.name().equals("unserved")).toList();
    rows.forEach(row -> row.raise().accept(namespace));
    namespace.operate(Watching.chart("Widget", chart(namespace).path(), OFTEN, FEW));
    rows.forEach(row -> row.in(namespace).apply("{color: red, extra: %s}".formatted(row.name())));
    rows.forEach(row -> awaitAttempts(row.in(namespace), 1));
    var uids = uids(namespace);

    for (var row : rows) {
      awaitAttempts(row.in(namespace), 5);
      assertEquals(Map.of(), row.in(namespace).condition("Stalled"), row.name());
    }
    assertEquals(uids, uids(namespace));

    rows.forEach(row -> row.remove().accept(namespace));
    rows.forEach(row -> row.in(namespace).awaitReady());
  }

  /** What the revision's pods or claims lack when its time is over. */
  private record Lack(String name, String said, String template) {}

  private static final List<Lack> LACKS =
      List.of(
          new Lack(
              "culprit",
              "",
              """
              apiVersion: v1
              kind: Service
              metadata: {name: "{{ .Release.Name }}-main"}
              spec: {type: LoadBalancer, ports: [{port: 80}]}
              """),
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

  /** A revision that is itself the cause is given up after twice the time of the others. */
  @Test
  void isNoReasonToGiveUpARevisionThatWaitsForIt(TestNamespace namespace) {
    namespace.load(
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: none}, spec: {hard: {pods:"
            + " \"0\"}}}");
    var chart = TestChart.named("lacks").configMap("at", "lacks", "{{ quote .Values.lacks }}");
    LACKS.forEach(
        lack ->
            chart.template(
                lack.name() + ".yaml",
                "{{- if and .Values.lacks (eq .Release.Name \"%s\") }}\n%s{{- end }}\n"
                    .formatted(lack.name(), lack.template())));
    namespace.operate(
        Watching.chart("Widget", chart.path(), OFTEN, FEW, "wait: true", "timeout: 4s")
            .and("Gadget", chart.path(), "remediation: {retries: 0}", "wait: true", "timeout: 8s"));
    var culprit = namespace.one("Gadget", "culprit").deploy("{lacks: false}");
    var waiting = LACKS.subList(1, LACKS.size());
    waiting.forEach(lack -> namespace.widget(lack.name()).deploy("{lacks: false}"));

    waiting.forEach(lack -> namespace.widget(lack.name()).apply("{lacks: true}"));
    waiting.forEach(lack -> namespace.widget(lack.name()).awaitMessage("Ready", lack.said()));
    culprit.apply("{lacks: true}");

    culprit.awaitReason("Stalled", "RetriesExceeded");
    for (var lack : waiting) {
      assertEquals(
          List.of("1 superseded", "2 deployed"), namespace.revisions(lack.name()), lack.name());
    }
  }

  private static void awaitAttempts(TestPrimary one, int count) {
    eventually(
        () ->
            assertTrue(
                Integer.parseInt(one.value("status.failures.count")) >= count, one::toString));
  }

  private static List<String> uids(TestNamespace namespace) {
    return namespace.list(ConfigMap.class).stream()
        .map(HasMetadata::getMetadata)
        .filter(metadata -> metadata.getName().endsWith("-colors"))
        .map(metadata -> metadata.getName() + " " + metadata.getUid())
        .toList();
  }

  private static void allowNoServices(TestNamespace namespace) {
    namespace.load(
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: none}, spec: {hard: {services:"
            + " \"0\"}}}");
    eventually(
        () ->
            assertTrue(
                namespace
                    .existing(ResourceQuota.class, "none")
                    .getStatus()
                    .getHard()
                    .containsKey("services")));
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
