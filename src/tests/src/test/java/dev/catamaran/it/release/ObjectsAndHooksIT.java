package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An object may be a hook in one revision and an object of the manifest in another. */
@RealNode
class ObjectsAndHooksIT {
  private static final String INVALID =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: "{{ .Release.Name }}"}
      spec: {ports: [{port: {{ .Values.port }}}]}
      """;

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "'pre-install,pre-upgrade', before-hook-creation",
    "'pre-install,pre-upgrade', hook-failed",
    "post-upgrade, before-hook-creation",
    "pre-install, before-hook-creation"
  })
  void haveTheNewestContentAfterEachStep(String event, String policy, TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", chart(event, policy, ""), "remediation: {retries: 0}"));
    namespace.deploy("Widget", "one", "{step: a}");

    namespace.deploy("Widget", "one", "{step: b, hook: true}");
    assertStep(namespace, "b");
    namespace.deploy("Widget", "one", "{step: c}");
    assertStep(namespace, "c");
    assertEquals(
        "one",
        namespace
            .existing(ConfigMap.class, "one-x")
            .getMetadata()
            .getAnnotations()
            .get("meta.helm.sh/release-name"));

    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "2");
    eventually(() -> assertEquals("4 deployed", namespace.revisions("one").getLast()));
    eventually(() -> assertStep(namespace, "b"));
    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");
    eventually(() -> assertEquals("5 deployed", namespace.revisions("one").getLast()));
    eventually(() -> assertStep(namespace, "a"));
  }

  /** Otherwise it would be an object of others when the corrected chart makes an object of it. */
  @Test
  void leaveNoHookOfAFailedInstallation(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", chart("pre-install", "before-hook-creation", INVALID)));
    namespace.apply("Widget", "one", "{step: a, hook: true, port: 99999}");
    namespace.awaitReason("Widget", "one", "ReleaseFailed", "InstallError");

    namespace.deploy("Widget", "one", "{step: b}");

    assertStep(namespace, "b");
  }

  private static void assertStep(TestNamespace namespace, String step) {
    assertEquals(step, namespace.data("one-x").get("step"));
  }

  private static Path chart(String event, String policy, String more) {
    return TestChart.named("turning")
        .values("{step: none, hook: false, port: 80}")
        .template("more.yaml", more)
        .template(
            "x.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-x"
              {{- if .Values.hook }}
              annotations: {helm.sh/hook: "%s", helm.sh/hook-delete-policy: %s}
              {{- end }}
            data: {step: "{{ .Values.step }}"}
            """
                .formatted(event, policy))
        .configMap("y", "step", "{{ .Values.step }}")
        .path();
  }
}
