package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.Eventually;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.inspect.LiveState.Difference;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares each prediction with what the operator then does. */
class DiffCommandIT {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void predictsAnInstallation(TestNamespace namespace) {
    var watching = Watching.chart("Widget", web("app", "a"));
    namespace.apply("Widget", "one", "{image: nginx}");
    var before = LiveState.of(namespace);

    var run = Shell.in(namespace, watching.write()).run("diff", "widget/one");
    assertEquals(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: installation of release one
        ├── + ConfigMap/one-page
        └── + Deployment/one-web
        2 created, 0 changed, 0 deleted; 0 unchanged
        """,
        run.out(),
        run.err());
    var predicted = predicted(namespace, watching);
    namespace.operate(watching);
    namespace.awaitRevisions("one", "1 deployed");

    assertEquals(before.until(LiveState.of(namespace)), predicted);
    assertEquals("no change\n", settled(namespace, watching));
  }

  @Test
  void predictsAChangeOfValuesAndWritesNothing(TestNamespace namespace) {
    var watching = Watching.chart("Widget", web("app", "a"));
    namespace.apply("Widget", "one", "{image: nginx, title: first}");
    namespace.operate(watching).close();
    var operator = namespace.operate(watching);
    namespace.awaitRevisions("one", "1 deployed");
    settled(namespace, watching);
    operator.close();
    namespace.apply("Widget", "one", "{image: httpd, title: second}");
    var before = LiveState.of(namespace);
    var person = namespace.identity("person");
    var requests = RequestLog.of(person);

    var run =
        Shell.in(namespace, watching.write())
            .with(person.kubeconfig())
            .run("diff", "widget/one", "--exit-code");

    assertEquals(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: upgrade of release one
        ├── ~ ConfigMap/one-page
        │   └── data.title: "first" -> "second"
        └── ~ Deployment/one-web
            └── spec.template.spec.containers[web].image: "nginx" -> "httpd"
        0 created, 2 changed, 0 deleted; 0 unchanged
        """,
        run.out(),
        run.err());
    assertEquals(2, run.code());
    var predicted = predicted(namespace, watching);
    assertEquals(before, LiveState.of(namespace));
    assertTrue(requests.requests().stream().anyMatch(RequestLog.Request::isDryRun));
    assertEquals(
        List.of(), requests.requests().stream().filter(RequestLog.Request::isWrite).toList());
    namespace.operate(watching);
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertEquals(before.until(LiveState.of(namespace)), predicted);
  }

  @Test
  void predictsNewAndRemovedTemplatesAndMasksSecrets(TestNamespace namespace) {
    var watching = Watching.chart("Widget", web("app", "a"));
    namespace.apply("Widget", "one", "{image: nginx}");
    var file = watching.write();
    namespace.operate(manager -> manager.watches(file));
    namespace.awaitRevisions("one", "1 deployed");
    settled(namespace, watching);
    var next = Watching.chart("Widget", secretive());
    var before = LiveState.of(namespace);

    var run = Shell.in(namespace, next.write()).run("diff", "widget/one");
    assertEquals(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: upgrade of release one
        ├── + Secret/one-login
        ├── ~ ConfigMap/one-page
        │   └── data.title: "none" -> "other"
        └── - Deployment/one-web
        1 created, 1 changed, 1 deleted; 0 unchanged
        """,
        run.out(),
        run.err());
    var predicted = predicted(namespace, next);
    next.replace(file);
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertEquals(before.until(LiveState.of(namespace)), predicted);

    settled(namespace, next);
    namespace.apply("Widget", "one", "{password: s3cret-new}");
    var masked = Shell.in(namespace, next.write()).run("diff", "widget/one", "-o", "json").out();
    assertFalse(masked.contains("s3cret"), masked);
  }

  @Test
  void predictsAFailureAtAnImmutableField(TestNamespace namespace) {
    var watching = Watching.chart("Widget", web("app", "a"));
    namespace.apply("Widget", "one", "{image: nginx}");
    var file = watching.write();
    namespace.operate(manager -> manager.watches(file));
    namespace.awaitRevisions("one", "1 deployed");
    settled(namespace, watching);
    var next = Watching.chart("Widget", web("app", "b"));

    var preview = preview(namespace, next);
    assertEquals("upgrade", preview.path("action").asText());
    var problem = preview.path("problem").asText();
    assertTrue(problem.contains("field is immutable"), problem);
    next.replace(file);
    Eventually.eventually(
        () ->
            assertEquals(
                problem, namespace.condition("Widget", "one", "Irreconcilable").get("message")));
  }

  @Test
  void predictsHooksAndLookups(TestNamespace namespace) {
    var watching = Watching.chart("Widget", curious());
    namespace.configMap("settings", Map.of("color", "blue"));
    namespace.apply("Widget", "one", "{size: 1}");
    var operator = namespace.operate(watching);
    namespace.awaitRevisions("one", "1 deployed");
    settled(namespace, watching);
    operator.close();
    namespace.configMap("settings", Map.of("color", "green"));
    namespace.apply("Widget", "one", "{size: 2}");
    var before = LiveState.of(namespace);

    var run = Shell.in(namespace, watching.write()).run("diff", "widget/one");
    assertEquals(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: upgrade of release one
        ├── ~ ConfigMap/one-found
        │   ├── data.color: "blue" -> "green"
        │   └── data.size: "1" -> "2"
        └── hooks
            ├── pre-upgrade ConfigMap one-before
            └── post-upgrade Job one-after
        0 created, 1 changed, 0 deleted; 0 unchanged; hooks: pre-upgrade ConfigMap one-before, post-upgrade Job one-after
        """,
        run.out(),
        run.err());
    assertEquals(before, LiveState.of(namespace));
  }

  @Test
  void predictsRepairsOfDrift(TestNamespace namespace) {
    var watching = Watching.chart("Widget", web("app", "a"));
    namespace.apply("Widget", "one", "{image: nginx, title: mine}");
    var operator = namespace.operate(watching);
    namespace.awaitRevisions("one", "1 deployed");
    settled(namespace, watching);
    operator.close();
    namespace.edit(
        ConfigMap.class,
        "one-page",
        page -> {
          page.getData().put("title", "of a person");
          return page;
        });
    namespace
        .client()
        .apps()
        .deployments()
        .inNamespace(namespace.name())
        .withName("one-web")
        .delete();
    var before = LiveState.of(namespace);

    var run = Shell.in(namespace, watching.write()).run("diff", "widget/one");
    assertEquals(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: repair of release one
        ├── ~ ConfigMap/one-page (drift)
        │   └── data.title: "of a person" -> "mine" (drift)
        └── + Deployment/one-web (drift)
        1 created, 1 changed, 0 deleted; 0 unchanged
        """,
        run.out(),
        run.err());
    var predicted = predicted(namespace, watching);
    namespace.operate(watching);
    Eventually.eventually(() -> assertEquals(before.until(LiveState.of(namespace)), predicted));
  }

  @Test
  void explainsThatAPausedReleaseDoesNotChange(TestNamespace namespace) {
    var watching = Watching.chart("Widget", web("app", "a"));
    namespace.apply("Widget", "one", "{image: nginx}");
    namespace.annotate("Widget", "one", "catamaran.dev/pause", "true");

    var run = Shell.in(namespace, watching.write()).run("diff", "widget/one", "--exit-code");

    assertEquals("no change: the release is paused\n", run.out(), run.err());
    assertEquals(0, run.code());
  }

  private static Difference predicted(TestNamespace namespace, Watching watching) {
    return Difference.predicted(preview(namespace, watching));
  }

  private static JsonNode preview(TestNamespace namespace, Watching watching) {
    var run = Shell.in(namespace, watching.write()).run("diff", "widget/one", "-o", "json");
    try {
      return JSON.readTree(run.out());
    } catch (IOException e) {
      throw new UncheckedIOException(run.out() + run.err(), e);
    }
  }

  /** Waits until the operator has reported its revision. */
  private static String settled(TestNamespace namespace, Watching watching) {
    namespace.awaitReady("Widget", "one");
    return Shell.in(namespace, watching.write()).run("diff", "widget/one").out();
  }

  private static Path web(String label, String value) {
    return TestChart.named("web")
        .values("{image: nginx, title: none}")
        .configMap("page", "title", "\"{{ .Values.title }}\"")
        .template(
            "web.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}-web"}
            spec:
              replicas: 1
              selector: {matchLabels: {%1$s: %2$s}}
              template:
                metadata: {labels: {%1$s: %2$s}}
                spec:
                  containers: [{name: web, image: "{{ .Values.image }}"}]
            """
                .formatted(label, value))
        .path();
  }

  private static Path secretive() {
    return TestChart.named("secretive")
        .values("{title: other, password: s3cret-old}")
        .configMap("page", "title", "\"{{ .Values.title }}\"")
        .template(
            "login.yaml",
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-login"}
            stringData: {password: "{{ .Values.password }}"}
            """)
        .path();
  }

  private static Path curious() {
    return TestChart.named("curious")
        .values("{size: 0}")
        .template(
            "found.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-found"}
            data:
              color: {{ (lookup "v1" "ConfigMap" .Release.Namespace "settings").data.color }}
              size: "{{ .Values.size }}"
            """)
        .template(
            "before.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-before"
              annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
            """)
        .template(
            "after.yaml",
            """
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: "{{ .Release.Name }}-after"
              annotations: {helm.sh/hook: post-upgrade, helm.sh/hook-delete-policy: hook-succeeded}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: after, image: busybox}]
            """)
        .path();
  }
}
