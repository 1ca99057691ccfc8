package dev.catamaran.upgrade;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Gate;
import dev.catamaran.testcluster.GoOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.Volumes;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Records what this version of the operator leaves in a cluster, in each state of a release. Run it
 * for each published version; it is not part of the tests:
 *
 * <p>{@code hack/mvn -q verify -Dtest=none -Dit.test=RecorderRun -Dupgrade.version=0.1.0}
 */
class RecorderRun {
  private static final String VERSION = System.getProperty("upgrade.version");

  /** More than there are claims. */
  private static final int VOLUMES = 30;

  private static final Duration TO_STOP = Duration.ofMinutes(2);

  private static final List<Class<? extends HasMetadata>> OBJECTS =
      List.of(
          Secret.class,
          PersistentVolumeClaim.class,
          ConfigMap.class,
          Service.class,
          Deployment.class,
          Job.class);

  private final Recording recording = Recording.of(VERSION);

  @Test
  void records() {
    try (var namespace = TestNamespace.create(recording.namespace())) {
      namespace.atClose(Volumes.make(VOLUMES, namespace)::close);
      writeChart(namespace.gate());
      var watching =
          Watching.chart("Widget", recording.chart(), "remediation: {retries: 1}")
              .and("Gadget", recording.chart(), "remediation: {install: keep, upgrade: keep}");
      runGoOperator(namespace, GoOperator.OPERATOR_SDK, "Widget", "from-helm-operator");
      runGoOperator(namespace, GoOperator.HELM_OPERATOR_PLUGINS, "Gadget", "from-plugins");

      var operator = namespace.launch(watching, flags(namespace));
      bringAbout(namespace);
      operator.kill();
      namespace
          .client()
          .secrets()
          .inNamespace(namespace.name())
          .withLabel("owner", "helm")
          .withLabel("name", "lost")
          .delete();

      recording.write(watching);
      recording.write("lease", tree(namespace.list(Lease.class)));
      for (var kind : List.of("Widget", "Gadget")) {
        namespace.list(kind).forEach(primary -> record(namespace, kind, primary));
      }
    }
  }

  /** Three passes wait at the gate. */
  private static String[] flags(TestNamespace namespace) {
    var workers = Stream.of("--max-concurrent-reconciles=" + TestNamespace.WORKERS);
    return Stream.concat(workers, Stream.of(namespace.lease().flags())).toArray(String[]::new);
  }

  private static void runGoOperator(
      TestNamespace namespace, GoOperator goOperator, String kind, String primary) {
    var chart = Recording.of(VERSION).chart();
    var process = namespace.launch(goOperator, Watching.chart(kind, chart));
    namespace.apply(kind, primary, "{data: true, hooks: true}");
    eventually(
        () ->
            assertTrue(
                Objects.requireNonNull(namespace.primary(kind, primary))
                        .get("status", "deployedRelease", "manifest")
                    instanceof String,
                process::log));
    process.terminate();
    process.awaitExit(TO_STOP);
  }

  /** One primary for each state. The last ones wait at the gate. */
  private static void bringAbout(TestNamespace namespace) {
    namespace.deploy("Widget", "deployed", "{}");
    namespace.deploy("Widget", "data", "{data: true, hooks: true}");
    namespace.deploy("Widget", "lost", "{data: true}");
    namespace.deploy("Widget", "history", "{colour: green}");
    namespace.deploy("Widget", "history", "{colour: blue}");
    namespace.deploy("Widget", "paused", "{}");
    namespace.pause("Widget", "paused");
    namespace.apply("Widget", "paused", "{colour: blue}");
    namespace.deploy("Widget", "rolled-back", "{data: true}");
    namespace.apply("Widget", "rolled-back", "{data: true, broken: true}");
    namespace.awaitReason("Widget", "rolled-back", "Stalled", "RetriesExceeded");
    namespace.apply("Gadget", "failed-install", "{data: true, broken: true}");
    namespace.awaitRevisions("failed-install", "1 failed");
    namespace.deploy("Gadget", "failed-upgrade", "{data: true}");
    namespace.apply("Gadget", "failed-upgrade", "{data: true, broken: true}");
    namespace.awaitRevisions("failed-upgrade", "1 deployed", "2 failed");
    namespace.awaitReady("Widget", "from-helm-operator");
    namespace.awaitReady("Gadget", "from-plugins");
    namespace.deploy("Widget", "cut-upgrade", "{data: true, gate: pre-upgrade}");
    namespace.apply("Widget", "cut-upgrade", "{data: true, gate: pre-upgrade, colour: blue}");
    namespace.deploy("Widget", "deleted", "{data: true, hooks: true, gate: pre-delete}");
    namespace.delete("Widget", "deleted");
    namespace.apply("Widget", "cut-install", "{data: true, gate: post-install}");
    namespace.awaitRevisions("cut-upgrade", "1 deployed", "2 pending-upgrade");
    namespace.awaitRevisions("deleted", "1 uninstalling");
    namespace.awaitRevisions("cut-install", "1 pending-install");
    eventually(() -> assertNotNull(namespace.get(Job.class, "cut-install-gate")));
    eventually(() -> assertNotNull(namespace.get(Job.class, "cut-upgrade-gate")));
    eventually(() -> assertNotNull(namespace.get(Job.class, "deleted-gate")));
    for (var failed : List.of("failed-install", "failed-upgrade")) {
      eventually(
          () ->
              assertEquals("True", namespace.condition("Gadget", failed, "Stalled").get("status")));
    }
  }

  private static List<JsonNode> tree(List<? extends HasMetadata> objects) {
    return objects.stream()
        .<JsonNode>map(
            object -> Serialization.unmarshal(Serialization.asJson(object), ObjectNode.class))
        .toList();
  }

  private void record(TestNamespace namespace, String kind, HasMetadata primary) {
    var name = primary.getMetadata().getName();
    var objects = new ArrayList<HasMetadata>();
    objects.add(primary);
    OBJECTS.stream()
        .flatMap(type -> namespace.list(type).stream())
        .filter(isOf(name))
        .forEach(objects::add);
    namespace.client().resources(PersistentVolume.class).list().getItems().stream()
        .filter(volume -> isBoundIn(volume, namespace.name(), name))
        .forEach(objects::add);
    recording.write("%s.%s".formatted(kind, name), tree(objects));
  }

  /** No name of a primary is the beginning of another one. */
  private static Predicate<HasMetadata> isOf(String release) {
    return object -> {
      var name = object.getMetadata().getName();
      return name.equals(release)
          || name.startsWith(release + "-")
          || name.startsWith("sh.helm.release.v1." + release + ".");
    };
  }

  private static boolean isBoundIn(PersistentVolume volume, String namespace, String release) {
    var claim = volume.getSpec().getClaimRef();
    return claim != null
        && claim.getNamespace().equals(namespace)
        && claim.getName().startsWith(release + "-");
  }

  private void writeChart(Gate gate) {
    var chart =
        TestChart.named("recorded")
            .values("{colour: red, data: false, hooks: false, broken: false, gate: \"\"}")
            .configMap("colour", "colour", "{{ .Values.colour }}")
            .template(
                "web.yaml",
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: "{{ .Release.Name }}-web"}
                spec:
                  selector: {matchLabels: {app: "{{ .Release.Name }}"}}
                  template:
                    metadata: {labels: {app: "{{ .Release.Name }}"}}
                    spec:
                      containers:
                      - name: web
                        image: memcached:1.6-alpine
                """)
            .template(
                "data.yaml",
                """
                {{- define "claim" }}
                spec:
                  storageClassName: charts
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 1Gi}}
                {{- end }}
                {{- if .Values.data }}
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: "{{ .Release.Name }}-data"}
                {{- template "claim" }}
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata:
                  name: "{{ .Release.Name }}-kept"
                  annotations: {helm.sh/resource-policy: keep}
                {{- template "claim" }}
                {{- end }}
                {{- if .Values.hooks }}
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata:
                  name: "{{ .Release.Name }}-hook-data"
                  annotations: {helm.sh/hook: pre-install}
                {{- template "claim" }}
                ---
                apiVersion: v1
                kind: Secret
                metadata:
                  name: "{{ .Release.Name }}-hook-secret"
                  annotations: {helm.sh/hook: post-install}
                stringData: {key: once}
                {{- end }}
                """)
            .template(
                "broken.yaml",
                """
                {{- if .Values.broken }}
                apiVersion: v1
                kind: Service
                metadata: {name: "{{ .Release.Name }}-broken"}
                spec: {ports: [{port: 99999}]}
                {{- end }}
                """)
            .template(
                "gate.yaml",
                "{{- if .Values.gate }}\n%s{{- end }}\n".formatted(gate.job("{{ .Values.gate }}")));
    copy(chart.path(), recording.chart());
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
