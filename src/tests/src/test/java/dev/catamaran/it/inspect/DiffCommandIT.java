package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.it.Rules.rule;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.inspect.LiveState.Difference;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares each prediction with what the operator then does. */
class DiffCommandIT {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void predictsAnInstallationAChangeAndARepairAndWritesNothing(TestNamespace namespace) {
    var watching = Watching.chart("Widget", web("app", "a"));
    namespace.apply("Widget", "one", "{image: nginx, title: first}");
    var person = namespace.identity("person");
    var requests = RequestLog.of(person);
    var shell = Shell.in(namespace, watching.write()).with(person.kubeconfig());
    predicts(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: installation of release one
        ├── + ConfigMap/one-page
        └── + Deployment/one-web
        2 created, 0 changed, 0 deleted; 0 unchanged
        """,
        shell,
        () -> follow(namespace, watching, "1 deployed"));
    assertEquals("no change\n", shell.run("diff", "widget/one").out());

    namespace.apply("Widget", "one", "{image: httpd, title: second}");
    assertEquals(2, shell.run("diff", "widget/one", "--exit-code").code());
    predicts(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: upgrade of release one
        ├── ~ ConfigMap/one-page
        │   └── data.title: "first" -> "second"
        └── ~ Deployment/one-web
            └── spec.template.spec.containers[web].image: "nginx" -> "httpd"
        0 created, 2 changed, 0 deleted; 0 unchanged
        """,
        shell,
        () -> follow(namespace, watching, "1 superseded", "2 deployed"));

    namespace.put("one-page", "title", "of a person");
    namespace.delete(Deployment.class, "one-web");
    predicts(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: repair of release one
        ├── ~ ConfigMap/one-page (drift)
        │   └── data.title: "of a person" -> "second" (drift)
        └── + Deployment/one-web (drift)
        1 created, 1 changed, 0 deleted; 0 unchanged
        """,
        shell,
        () -> namespace.operate(watching));
    assertTrue(requests.requests().stream().anyMatch(RequestLog.Request::isDryRun));
    assertEquals(
        List.of(), requests.requests().stream().filter(RequestLog.Request::isWrite).toList());
  }

  @Test
  void predictsARemovalWithoutWhatAPersonKeeps(TestNamespace namespace) {
    var watching = Watching.chart("Widget", web("app", "a"));
    namespace.apply("Widget", "one", "{image: nginx}");
    var shell = Shell.in(namespace, watching.write());
    follow(namespace, watching, "1 deployed");
    namespace.one("Widget", "one").delete();
    keep(namespace, "keep");
    var kept = shell.run("diff", "widget/one", "--exit-code");
    assertEquals(2, kept.code());
    assertTrue(kept.out().contains("0 created, 0 changed, 1 deleted; 1 unchanged\n"), kept.out());
    keep(namespace, null);
    predicts(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: removal of release one
        ├── - ConfigMap/one-page
        └── - Deployment/one-web
        0 created, 0 changed, 2 deleted; 0 unchanged
        it is being deleted, and the operator has not reported on that
        """,
        shell,
        () -> namespace.operate(watching));
  }

  private static void keep(TestNamespace namespace, @Nullable String policy) {
    namespace
        .client()
        .resource(namespace.existing(ConfigMap.class, "one-page"))
        .edit(
            page -> {
              page.getMetadata().getAnnotations().put("helm.sh/resource-policy", policy);
              return page;
            });
  }

  @Test
  void predictsWhatANewChartAddsRemovesAndCannotChange(TestNamespace namespace) {
    var file = Watching.chart("Widget", web("app", "a")).and("Gadget", web("app", "a")).write();
    namespace.operate(manager -> manager.watches(file));
    namespace.deploy("Widget", "one", "{image: nginx}");
    namespace.deploy("Gadget", "fixed", "{image: nginx}");
    var next = Watching.chart("Widget", secretive()).and("Gadget", web("app", "b"));
    var shell = Shell.in(namespace, next.write());
    var immutable = json(shell, "gadget/fixed");
    assertEquals("upgrade", immutable.path("action").asText());
    var problem = immutable.path("problem").asText();
    assertTrue(problem.contains("field is immutable"), problem);
    predicts(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: upgrade of release one
        ├── + Secret/one-login
        ├── ~ ConfigMap/one-page
        │   └── data.title: "none" -> "other"
        └── - Deployment/one-web
        1 created, 1 changed, 1 deleted; 0 unchanged
        """,
        shell,
        () -> {
          // Only the Widget changes at first: the Gadget would go back in parts.
          Watching.chart("Widget", secretive()).and("Gadget", web("app", "a")).replace(file);
          namespace.awaitRevisions("one", "1 superseded", "2 deployed");
          namespace.awaitReady("Widget", "one");
        });
    next.replace(file);
    namespace.one("Gadget", "fixed").awaitMessage("Irreconcilable", problem);

    namespace.apply("Widget", "one", "{password: s3cret-new}");
    var masked = shell.run("diff", "widget/one", "-o", "json").out();
    assertFalse(masked.contains("s3cret"), masked);
  }

  @Test
  void saysThatDriftIsLeftWhereItIsIgnored(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.breakable(), "drift: ignore");
    namespace.apply("Widget", "one", "{}");
    follow(namespace, watching, "1 deployed");
    var shell = Shell.in(namespace, watching.write());
    assertEquals("no change\n", shell.run("diff", "widget/one").out());

    namespace.put("one-colors", "color", "red");
    var before = LiveState.of(namespace);
    assertEquals(
        "no change: watches.yaml leaves drift as it is\n", shell.run("diff", "widget/one").out());
    assertEquals(before, LiveState.of(namespace));
  }

  @Test
  void predictsHooksAndLookupsAndThatAPausedReleaseStays(TestNamespace namespace) {
    var watching = Watching.chart("Widget", curious());
    namespace.configMap("settings", Map.of("color", "blue"));
    namespace.apply("Widget", "one", "{size: 1}");
    follow(namespace, watching, "1 deployed");
    namespace.configMap("settings", Map.of("color", "green"));
    namespace.apply("Widget", "one", "{size: 2}");
    var before = LiveState.of(namespace);
    var shell = Shell.in(namespace, watching.write());
    var run = shell.run("diff", "widget/one");
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

    namespace.annotate("Widget", "one", "catamaran.dev/pause", "true");
    var paused = shell.run("diff", "widget/one", "--exit-code");
    assertEquals(
        "no change: revision 1 is not what the present spec and chart ask for: the annotation catamaran.dev/pause holds the release until somebody removes it (catamaran resume)\n",
        paused.out(),
        paused.err());
    assertEquals(0, paused.code());
  }

  /** A right that the release's account lacks is told before the operator meets it. */
  @Test
  void triesWithTheRightsOfTheReleasesAccount(TestNamespace namespace) {
    var account = TestAccount.in(namespace, "deployer").may("secrets", "*");
    var watching = Watching.chart("Widget", other(), "serviceAccountName: deployer");
    namespace.apply("Widget", "one", "{}");
    var shell = Shell.in(namespace, watching.write());
    var commands = List.of(new String[] {"plan"}, new String[] {"diff", "widget/one"});

    for (var command : commands) {
      var out = shell.run(command).out();
      assertTrue(out.contains("the permission to get configmaps in namespace NAMESPACE is"), out);
    }
    assertTrue(shell.run("plan").out().endsWith("0 restart pods, 1 fail\n"));
    account.may("configmaps", "*");
    assertTrue(
        shell.run("plan").out().endsWith("1 changed, 0 unchanged; 0 restart pods, 0 fail\n"));

    account.mayNot("configmaps");
    var person =
        namespace.identity(
            "person",
            List.of(
                rule("", "secrets,configmaps", "*"),
                rule("test.catamaran.dev", "widgets", "*"),
                rule("apiextensions.k8s.io", "customresourcedefinitions", "get", "list")));
    for (var command : commands) {
      var run = shell.with(person.kubeconfig()).run(command);
      assertTrue(
          run.out()
              .endsWith(
                  "not looked at: the rights of service account NAMESPACE/deployer, which you may not impersonate\n"),
          run.out() + run.err());
    }
  }

  /** What is wrong is told as wrong, and not as what cannot be changed. */
  @Test
  void tellsAnInvalidFieldFromAnImmutableOne(TestNamespace namespace) {
    var watching = Watching.chart("Widget", served());
    var operator = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{port: 80}");
    operator.close();
    namespace.apply("Widget", "one", "{port: 70000}");
    var shell = Shell.in(namespace, watching.write());

    var told = shell.run("plan").out();
    assertTrue(told.contains("must be between 1 and 65535"), told);
    assertFalse(told.contains("cannot be changed"), told);
    namespace.operate(watching);
    var failed = namespace.one("Widget", "one");
    failed.awaitMessage("Ready", "must be between 1 and 65535");
    assertFalse(failed.condition("Ready").toString().contains("cannot be changed"));
  }

  private static Path served() {
    return TestChart.named("served")
        .values("{port: 80}")
        .template(
            "service.yaml",
            """
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              selector: {app: it}
              ports: [{name: http, port: {{ .Values.port }}, targetPort: {{ .Values.port }}}]
            """)
        .template(
            "web.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              selector: {matchLabels: {app: it}}
              template:
                metadata: {labels: {app: it}}
                spec:
                  containers:
                  - {name: web, image: nginx, ports: [{containerPort: {{ .Values.port }}}]}
            """)
        .path();
  }

  /** Predicts this text, and then exactly the objects that differ after the action. */
  private static void predicts(String text, Shell shell, Runnable action) {
    var before = LiveState.of(shell.namespace());
    var run = shell.run("diff", "widget/one");
    assertEquals(text, run.out(), run.err());
    var predicted = Difference.predicted(json(shell, "widget/one"));
    assertEquals(before, LiveState.of(shell.namespace()));
    action.run();
    eventually(() -> assertEquals(before.until(LiveState.of(shell.namespace())), predicted));
  }

  /** Runs the operator until the release has these revisions, and is ready. */
  private static void follow(TestNamespace namespace, Watching watching, String... revisions) {
    try (var operator = namespace.operate(watching)) {
      namespace.awaitRevisions("one", revisions);
      namespace.awaitReady("Widget", "one");
      operator.awaitQuiet(Duration.ofMillis(500));
    }
  }

  private static JsonNode json(Shell shell, String primary) {
    var run = shell.run("diff", primary, "-o", "json");
    try {
      return JSON.readTree(run.out());
    } catch (IOException e) {
      throw new UncheckedIOException(run.out() + run.err(), e);
    }
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

  private static final List<String> NAMES = List.of("one", "two", "three");

  @Test
  void groupsWhatANewChartChangesAndWritesNothing(TestNamespace namespace) {
    var present = Watching.chart("Widget", planned("a")).and("Gadget", other());
    namespace.apply("Widget", "one", "{}");
    namespace.apply("Widget", "two", "{}");
    namespace.apply("Widget", "three", "{label: fixed}");
    namespace.apply("Gadget", "still", "{}");
    // The API server applies the rights of a new account only after a moment.
    var person = namespace.identity("person");
    var operator = namespace.operate(present);
    NAMES.forEach(name -> namespace.awaitRevisions(name, "1 deployed"));
    NAMES.forEach(name -> namespace.awaitReady("Widget", name));
    namespace.awaitReady("Gadget", "still");
    var next = Watching.chart("Widget", planned("b")).and("Gadget", other());
    var before = LiveState.of(namespace);
    var requests = RequestLog.of(person);
    operator.close();
    namespace.apply("Widget", "three", "{label: other}");
    var shell = Shell.in(namespace, next.write()).with(person.kubeconfig());

    var run = shell.run("plan", "--exit-code");

    assertEquals(2, run.code(), run.err());
    var lines = run.lines();
    assertEquals("4 lines", lines.size() + " lines", run.out());
    assertTrue(lines.getFirst().startsWith("2 custom resources: "), run.out());
    assertEquals(
        "└── ~ Deployment/<release>-web"
            + " spec.template.spec.containers[web].image: \"a\" -> \"b\"",
        lines.get(1));
    assertTrue(lines.get(2).startsWith("widget.test.catamaran.dev/three in namespace"), run.out());
    assertTrue(lines.get(2).contains("field is immutable"), run.out());
    assertEquals("2 changed, 1 unchanged; 2 restart pods, 1 fail", lines.get(3));
    assertTrue(requests.requests().stream().anyMatch(RequestLog.Request::isDryRun));
    assertEquals(
        List.of(), requests.requests().stream().filter(RequestLog.Request::isWrite).toList());

    namespace.operate(next);
    List.of("one", "two")
        .forEach(name -> namespace.awaitRevisions(name, "1 superseded", "2 deployed"));
    var difference = before.until(LiveState.of(namespace));
    assertEquals(Set.of(), difference.created());
    assertTrue(
        difference.changed().containsAll(Set.of("Deployment/one-web", "Deployment/two-web")));
    assertFalse(difference.changed().contains("ConfigMap/still-page"));
  }

  private static Path planned(String image) {
    return TestChart.named("web")
        .values("{label: fixed, image: %s}".formatted(image))
        .template(
            "web.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}-web"}
            spec:
              selector: {matchLabels: {app: "{{ .Values.label }}"}}
              template:
                metadata: {labels: {app: "{{ .Values.label }}"}}
                spec:
                  containers: [{name: web, image: "{{ .Values.image }}"}]
            """)
        .path();
  }

  private static Path other() {
    return TestChart.named("still").configMap("page", "title", "same").path();
  }
}
