package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.manager.Manager;
import dev.catamaran.testcluster.Canary;
import dev.catamaran.testcluster.CanarySearch;
import dev.catamaran.testcluster.GuardedServer;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.TraceReceiver;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many kinds of failure, each with a secret in its values. No output may show the secret. */
class CanaryIT {
  private static final String SECRET = Canary.word();

  /** The changed secret of the same run. */
  private static final String CHANGED = SECRET + "-changed";

  private static final Path LEAKY =
      TestChart.named("leaky")
          .values("{fail: none, password: none, short: none, probe: ok, fromEnvironment: none}")
          .file("values.schema.json", "{\"properties\": {\"probe\": {\"enum\": [\"ok\"]}}}")
          .template(
              "all.yaml",
              """
              {{- $p := .Values.password -}}
              {{- if eq .Values.fail "template" }}{{ fail (printf "no %s %q %s" $p $p (b64enc (print "user:" $p))) }}{{ end -}}
              {{- if eq .Values.fail "environment" }}{{ fail (print "no " .Values.fromEnvironment) }}{{ end -}}
              {{- if eq .Values.fail "index" }}{{ index .Values $p "x" }}{{ end -}}
              {{- if eq .Values.fail "date" }}{{ mustToDate "2006" $p }}{{ end -}}
              {{- if eq .Values.fail "include" }}{{ include $p . }}{{ end -}}
              apiVersion: v1
              kind: Secret
              metadata: {name: "{{ .Release.Name }}-secret"}
              data: {password: "{{ b64enc $p }}"}
              ---
              apiVersion: apps/v1
              kind: Deployment
              metadata: {name: "{{ .Release.Name }}-env"}
              spec:
                replicas: 0
                selector: {matchLabels: {app: "{{ .Release.Name }}"}}
                template:
                  metadata: {labels: {app: "{{ .Release.Name }}"}}
                  spec:
                    containers:
                    - name: one
                      image: example.com/one
                      env: [{name: PASSWORD, value: "{{ $p }}"}]
              ---
              apiVersion: v1
              kind: Service
              metadata: {name: "{{ .Release.Name }}"}
              spec:
                type: {{ if eq .Values.fail "api" }}{{ quote $p }}{{ else }}ClusterIP{{ end }}
                ports: [{port: 80}]
              {{- if eq .Values.fail "yaml" }}
              {{ $p }}: [
              {{- end }}
              {{- if eq .Values.fail "type" }}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-type"}
              data: {{ quote $p }}
              {{- end }}
              """)
          .template(
              "job.yaml",
              """
              apiVersion: batch/v1
              kind: Job
              metadata: {name: "{{ .Release.Name }}-job"}
              spec:
                suspend: true
                template:
                  spec:
                    restartPolicy: Never
                    containers:
                    - {name: one, image: example.com/one, env: [{name: PASSWORD, value: "{{ .Values.password }}"}]}
              """)
          .template(
              "hook.yaml",
              """
              {{- if eq .Values.fail "hook" }}
              apiVersion: batch/v1
              kind: Job
              metadata:
                name: "{{ .Release.Name }}-hook"
                annotations: {helm.sh/hook: pre-install}
              spec:
                activeDeadlineSeconds: 1
                template:
                  spec:
                    restartPolicy: Never
                    nodeSelector: {no: such-node}
                    containers:
                    - {name: one, image: example.com/one, args: ["{{ .Values.password }}"]}
              {{- end }}
              """)
          .template(
              "big.yaml",
              """
              {{- if eq .Values.fail "size" }}
              {{- range until 20 }}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ $.Release.Name }}-big-{{ . }}"}
              data: {password: {{ quote $.Values.password }}, noise: "{{ randAlphaNum 60000 }}"}
              {{- end }}
              {{- end }}
              """)
          .template(
              "NOTES.txt", "Log in with {{ .Values.password }}, {{ b64enc .Values.password }}.")
          .path();

  private static final List<String> RENDERED =
      List.of("template", "environment", "index", "date", "include", "yaml", "type", "api", "hook");

  @BeforeAll
  static void keepEventsAndStatuses() {
    Canary.watch();
  }

  @Test
  void hidesTheSecretValuesOfCharts(TestNamespace namespace) throws Exception {
    int port = FreePort.find();
    namespace.secret(
        "passwords", Map.of("values.yaml", "{password: %s, short: abc}".formatted(SECRET)));
    namespace.secret("wrong", Map.of("values.yaml", "probe: " + SECRET));
    namespace.secret("unreadable", Map.of("values.yaml", "password: [" + SECRET));
    try (var traces = TraceReceiver.start()) {
      var operator =
          namespace.launch(
              Map.of(
                  "OTEL_EXPORTER_OTLP_ENDPOINT",
                  traces.endpoint(),
                  "OTEL_BSP_SCHEDULE_DELAY",
                  "200",
                  "PASSWORD",
                  SECRET),
              watching("overrideValues: {fromEnvironment: \"${PASSWORD}\"}"),
              "--zap-log-level=debug",
              "--metrics-bind-address=127.0.0.1:" + port);
      RENDERED.forEach(
          fail -> namespace.apply("Widget", "fails-at-" + fail, "{fail: %s}".formatted(fail)));
      namespace.apply("Widget", "too-large", "{fail: size}");
      for (var name : List.of("wrong", "unreadable")) {
        namespace.apply("Widget", name, "{}");
        namespace.annotate("Widget", name, "catamaran.dev/values-from", "Secret/" + name);
      }
      var well = namespace.widget("well").apply("{}");
      // Its Job does not end. The primary never becomes ready.
      well.awaitStatus("Deployed", "True");
      RENDERED.forEach(
          fail -> namespace.widget("fails-at-" + fail).awaitStatus("Irreconcilable", "True"));
      namespace.awaitReason("Widget", "too-large", "Stalled", "ReleaseTooLarge");
      namespace.awaitReason("Widget", "wrong", "Stalled", "InvalidValues");
      namespace.awaitReason("Widget", "unreadable", "Stalled", "ValuesUnavailable");
      namespace.widget("fails-at-template").awaitMessage("Irreconcilable", "no ***");
      drift(well);
      // The Job cannot be changed: the API server quotes its new template.
      namespace.secret(
          "passwords", Map.of("values.yaml", "{password: %s, short: abd}".formatted(CHANGED)));
      well.awaitMessage("Irreconcilable", "immutable");
      var metrics = new MetricsClient("http://127.0.0.1:%d/metrics".formatted(port)).get().body();
      assertTrue(metrics.contains("catamaran_"), metrics);
      operator.kill();
    }
    // Only the revision still has the secret. The log of this process is searched too.
    namespace.delete(Secret.class, "passwords");
    namespace.delete("Widget", "well");
    namespace.operate(watching());
    namespace.widget("well").awaitGone();
    assertNoLeakAnywhere();
  }

  private static Watching watching(String... more) {
    var options =
        List.of(
            "valuesFrom: [{kind: Secret, name: passwords}]",
            "allowValuesFromSecrets: true",
            "remediation: {install: retry, upgrade: retry, retries: 1}");
    return Watching.chart(
        "Widget", LEAKY, Stream.concat(options.stream(), Stream.of(more)).toArray(String[]::new));
  }

  private static void drift(TestPrimary well) {
    var path = "spec.template.spec.containers.0.env.0.value";
    well.merge(Secret.class, "secret", "{data: {password: b3RoZXI=}}");
    well.patch(
        Deployment.class,
        "env",
        """
        spec:
          template:
            spec:
              containers: [{name: one, image: example.com/one, env: [{name: PASSWORD, value: other}]}]
        """);
    well.awaitValue(Deployment.class, "env", path, SECRET);
    eventually(
        () -> assertNotEquals("b3RoZXI=", well.value(Secret.class, "secret", "data.password")));
  }

  /** Checks the outputs first. A search without outputs would find nothing. */
  private static void assertNoLeakAnywhere() throws IOException {
    try (var files = Files.list(Canary.FOLDER)) {
      var kept = files.map(file -> file.getFileName().toString()).toList();
      for (var kind : List.of("events", "statuses", "metrics", "traces-", "operator-")) {
        assertTrue(kept.stream().anyMatch(name -> name.startsWith(kind)), kept::toString);
      }
    }
    // Watches bring them.
    for (var kind : List.of("events", "statuses")) {
      var file = Canary.FOLDER.resolve(kind);
      eventually(() -> assertTrue(Files.readString(file).contains("fails-at-api"), kind));
    }
    assertEquals(List.of(), new CanarySearch(Canary.FOLDER).hits());
  }

  @Test
  void hidesThePasswordsOfRegistries(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var inAddress =
        entry("boat", "chartRepository: https://user:%s@localhost/charts".formatted(SECRET))
            .write();
    var refused =
        assertThrows(RuntimeException.class, () -> Manager.builder().watches(inAddress).build());
    Canary.saw("refusals", "a password in an address", String.valueOf(refused.getMessage()));
    try (var guard = GuardedServer.before("localhost:1", /* tokens= */ true)) {
      var pair =
          Base64.getEncoder().encodeToString(("user:" + SECRET).getBytes(StandardCharsets.UTF_8));
      var config =
          Files.writeString(
              folder.resolve("config.json"),
              "{\"auths\": {\"%s\": {\"auth\": \"%s\"}}}".formatted(guard.host(), pair));
      var operator =
          namespace.launch(
              entry("oci://%s/charts/boat".formatted(guard.host()), "chartPull: {plainHttp: true}"),
              "--registry-config=" + config,
              "--zap-log-level=debug");
      namespace.apply("Widget", "unsupplied", "{}");
      namespace.awaitReason("Widget", "unsupplied", "Stalled", "ChartUnavailable");
      operator.awaitLog("refuses access");
    }
    assertEquals(List.of(), new CanarySearch(Canary.FOLDER).hits());
  }

  private static Watching entry(String chart, String option) {
    return Watching.yaml("").and("Widget", chart, "chartVersion: 1.0.0", option);
  }
}
