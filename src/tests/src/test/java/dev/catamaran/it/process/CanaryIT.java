package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Canary;
import dev.catamaran.testcluster.CanarySearch;
import dev.catamaran.testcluster.GuardedServer;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TraceReceiver;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
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

  @Test
  void hidesTheSecretValuesOfCharts(TestNamespace namespace) throws Exception {
    int port = FreePort.find();
    secret(namespace, "passwords", "values.yaml", "{password: %s, short: abc}".formatted(SECRET));
    secret(namespace, "wrong", "values.yaml", "probe: " + SECRET);
    secret(namespace, "unreadable", "values.yaml", "password: [" + SECRET);
    try (var traces = TraceReceiver.start()) {
      var operator = launch(namespace, traces, port);
      RENDERED.forEach(
          fail -> namespace.apply("Widget", "fails-at-" + fail, "{fail: %s}".formatted(fail)));
      namespace.apply("Widget", "too-large", "{fail: size}");
      namespace.apply("Widget", "of-schema", "{}");
      values(namespace, "of-schema", "Secret/wrong");
      namespace.apply("Widget", "unreadable", "{}");
      values(namespace, "unreadable", "Secret/unreadable");
      namespace.apply("Widget", "well", "{}");
      // Its Job does not end. The primary never becomes ready.
      eventually(
          () ->
              assertEquals(
                  "True", namespace.condition("Widget", "well", "Deployed").get("status")));

      RENDERED.forEach(fail -> awaitIrreconcilable(namespace, "fails-at-" + fail));
      awaitStalled(namespace, "too-large", "ReleaseTooLarge");
      awaitStalled(namespace, "of-schema", "InvalidValues");
      awaitStalled(namespace, "unreadable", "ValuesUnavailable");
      assertTrue(message(namespace, "fails-at-template").contains("no ***"));
      drift(namespace);
      // The Job cannot be changed: the API server quotes its new template.
      secret(
          namespace, "passwords", "values.yaml", "{password: %s, short: abd}".formatted(CHANGED));
      eventually(
          () -> {
            var message = message(namespace, "well");
            assertTrue(message.contains("immutable"), message);
          });
      var metrics = new MetricsClient("http://127.0.0.1:%d/metrics".formatted(port)).get().body();
      assertTrue(metrics.contains("catamaran_"), metrics);

      uninstallWithAnotherProcess(namespace, operator, traces, port);
    }
    assertNoLeakAnywhere();
  }

  /** Another process uninstalls the release. Only the revision still has the secret. */
  private static void uninstallWithAnotherProcess(
      TestNamespace namespace, OperatorProcess operator, TraceReceiver traces, int port) {
    operator.kill();
    namespace.client().secrets().inNamespace(namespace.name()).withName("passwords").delete();
    namespace.delete("Widget", "well");
    launch(namespace, traces, port);
    eventually(() -> assertNull(namespace.primary("Widget", "well")));
  }

  private static OperatorProcess launch(TestNamespace namespace, TraceReceiver traces, int port) {
    return namespace.launch(
        Map.of(
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            traces.endpoint(),
            "OTEL_BSP_SCHEDULE_DELAY",
            "200",
            "PASSWORD",
            SECRET),
        Watching.chart(
            "Widget",
            LEAKY,
            "valuesFrom: [{kind: Secret, name: passwords}]",
            "allowValuesFromSecrets: true",
            "overrideValues: {fromEnvironment: \"${PASSWORD}\"}",
            "remediation: {install: retry, upgrade: retry, retries: 1}"),
        "--zap-log-level=debug",
        "--metrics-bind-address=127.0.0.1:" + port);
  }

  private static void drift(TestNamespace namespace) {
    var changed = Base64.getEncoder().encodeToString("other".getBytes(StandardCharsets.UTF_8));
    namespace.edit(
        Secret.class,
        "well-secret",
        found -> new SecretBuilder(found).addToData("password", changed).build());
    namespace.edit(
        Deployment.class,
        "well-env",
        found -> {
          found
              .getSpec()
              .getTemplate()
              .getSpec()
              .getContainers()
              .getFirst()
              .getEnv()
              .getFirst()
              .setValue("other");
          return found;
        });
    eventually(
        () -> {
          assertNotEquals(
              changed, namespace.existing(Secret.class, "well-secret").getData().get("password"));
          assertEquals(
              SECRET,
              namespace
                  .existing(Deployment.class, "well-env")
                  .getSpec()
                  .getTemplate()
                  .getSpec()
                  .getContainers()
                  .getFirst()
                  .getEnv()
                  .getFirst()
                  .getValue());
        });
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
        Watching.yaml(
            """
            - group: test.catamaran.dev
              version: v1
              kind: Widget
              chart: boat
              chartVersion: 1.0.0
              chartRepository: https://user:%s@localhost/charts
              overrideValues: {"a{b": "${PASSWORD}", c: "{{ nothing ${PASSWORD} }}"}
            """
                .formatted(SECRET));
    var refusing = namespace.launch(Map.of("PASSWORD", SECRET), inAddress);
    assertEquals(1, refusing.awaitExit(Duration.ofMinutes(3)), refusing::log);

    try (var guard = GuardedServer.before("localhost:1", /* tokens= */ true)) {
      var pair =
          Base64.getEncoder().encodeToString(("user:" + SECRET).getBytes(StandardCharsets.UTF_8));
      var config =
          Files.writeString(
              folder.resolve("config.json"),
              "{\"auths\": {\"%s\": {\"auth\": \"%s\"}}}".formatted(guard.host(), pair));
      var operator =
          namespace.launch(
              Watching.yaml(
                  """
                  - group: test.catamaran.dev
                    version: v1
                    kind: Widget
                    chart: oci://%s/charts/boat
                    chartVersion: 1.0.0
                    chartPull: {plainHttp: true}
                  """
                      .formatted(guard.host())),
              "--registry-config=" + config,
              "--zap-log-level=debug");
      namespace.apply("Widget", "unsupplied", "{}");
      awaitStalled(namespace, "unsupplied", "ChartUnavailable");
      operator.awaitLog("refuses access");
    }
    assertEquals(List.of(), new CanarySearch(Canary.FOLDER).hits());
  }

  @Test
  void hidesTheTokenOfAKubeconfig(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var config =
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "%s"}}]
        users: [{name: u, user: {token: %s}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """;
    var watching = Watching.chart("Widget", LEAKY);
    var broken =
        Files.writeString(
            folder.resolve("broken"), config.formatted("https://x", SECRET) + "\n - [");
    var unreachable =
        Files.writeString(folder.resolve("away"), config.formatted("https://127.0.0.1:1", SECRET));
    var server = namespace.client().getMasterUrl().toString();
    var refused =
        Files.writeString(
            folder.resolve("refused"),
            config
                .formatted(server, SECRET)
                .replace("\"}}]\nusers", "\", insecure-skip-tls-verify: true}}]\nusers"));
    for (var file : List.of(broken, unreachable, refused)) {
      var operator = namespace.launch(watching, "--kubeconfig=" + file, "--zap-log-level=debug");
      assertEquals(1, operator.awaitExit(Duration.ofMinutes(3)), operator::log);
    }
    assertEquals(List.of(), new CanarySearch(Canary.FOLDER).hits());
  }

  private static void awaitIrreconcilable(TestNamespace namespace, String primary) {
    eventually(
        () ->
            assertEquals(
                "True",
                namespace.condition("Widget", primary, "Irreconcilable").get("status"),
                primary));
  }

  private static void awaitStalled(TestNamespace namespace, String primary, String reason) {
    eventually(
        () -> {
          var stalled = namespace.condition("Widget", primary, "Stalled");
          assertEquals(reason, stalled.get("reason"), () -> primary + stalled);
        });
  }

  private static String message(TestNamespace namespace, String primary) {
    return namespace.condition("Widget", primary, "Irreconcilable").getOrDefault("message", "");
  }

  private static void values(TestNamespace namespace, String primary, String references) {
    namespace.annotate("Widget", primary, "catamaran.dev/values-from", references);
  }

  private static void secret(TestNamespace namespace, String name, String key, String text) {
    namespace
        .client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace.name())
                .withName(name)
                .endMetadata()
                .addToStringData(key, text)
                .build())
        .createOr(r -> r.update());
  }
}
