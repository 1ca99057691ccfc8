package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.it.Rules.rule;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Yaml;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BugReportCommandIT {
  private static final String CANARY = "s3cret-of-one";
  private static final String MADE_UP = "s3cret-of-the-chart";
  private static final String OF_SPEC = "s3cret-of-the-spec";
  private static final String[] OPTIONS = {
    "valuesFrom: [{kind: Secret, name: passwords}]",
    "overrideValues: {adminPassword: s3cret-override}"
  };

  @Test
  void printsAllAboutWhatIsNotReady(TestNamespace namespace) {
    var shell = deploy(namespace);

    var run = shell.run("bug-report", "--operator-namespace=" + namespace.name());

    assertEquals(0, run.code(), run.err());
    var report = run.out();
    assertTrue(run.err().contains("Read it before you publish it: "), run.err());
    for (var part :
        List.of(
            "\n    catamaran ",
            "\n    Kubernetes v1.",
            "\n    image: example.com/operator:1\n",
            "\n    arguments: run --leader-elect\n",
            "\n      overrideValues:\n        adminPassword: '******'\n",
            "\n## Custom resources that are not ready\n",
            "\n    widget.test.catamaran.dev/two in namespace NAMESPACE",
            "ReleaseFailed",
            "Warning   InstallError")) {
      assertTrue(report.contains(part), () -> part + " is missing in\n" + report);
    }
    assertFalse(report.contains("widget.test.catamaran.dev/one"), report);
    assertHidden(report);

    var named = shell.run("bug-report", "widget/one", "widget/none");

    assertEquals(0, named.code(), named.err());
    var about = named.out();
    assertTrue(
        about.contains("\n## widget/one\n\n    widget.test.catamaran.dev/one in namespace "),
        about);
    assertFalse(about.contains("the color is"), about);
    assertTrue(
        about.contains(
            "\n## widget/none\n\n    Not in this report: there is no widget.test.catamaran.dev/none"),
        about);
    assertHidden(about);
  }

  /** What cannot be read is a note: this person asks others, and cannot ask the cluster. */
  @Test
  void needsNoPermissionButToReadAPrimary(TestNamespace namespace) {
    var shell = deploy(namespace);
    var rule = rule("test.catamaran.dev", "widgets", "get");
    var person = shell.with(namespace.identity("reader", List.of(rule)).kubeconfig());

    var named = person.run("bug-report", "widget/one");
    assertEquals(0, named.code(), named.err());
    assertTrue(
        named.out().contains("\n## Operator\n\n    Not in this report: pods is forbidden"),
        named.out());
    assertTrue(
        named.out().contains("\n    without its Secrets: secrets is forbidden"), named.out());
    assertTrue(
        named
            .out()
            .contains(
                "\n## widget/one\n\n    widget.test.catamaran.dev/one in namespace NAMESPACE"),
        named.out());
    assertHidden(named.out());

    var all = person.run("bug-report");
    assertEquals(0, all.code(), all.err());
    assertTrue(
        all.out()
            .contains(
                "\n"
                    + "## Custom resources that are not ready\n\n"
                    + "    Not in this report: widgets.test.catamaran.dev is forbidden"),
        all.out());
  }

  private static void assertHidden(String text) {
    assertFalse(text.contains("s3cret"), text);
    assertFalse(text.contains("czNjcmV0"), text);
  }

  /** One is ready; two cannot be installed. */
  private static Shell deploy(TestNamespace namespace) {
    var watching = Watching.chart("Widget", chart(), OPTIONS);
    namespace.secret(
        "passwords", Map.of("values.yaml", "{login: {password: %s}}".formatted(CANARY)));
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{color: blue, login: {token: %s}}".formatted(OF_SPEC));
    Yaml.create(
        namespace,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: operator, labels: {control-plane: controller-manager}}
        spec:
          containers:
          - {name: manager, image: "example.com/operator:1", args: [run, --leader-elect]}
        """);
    namespace.apply("Widget", "two", "{color: red, broken: true, apiKey: %s}".formatted(OF_SPEC));
    var shell = Shell.in(namespace, watching.write());
    eventually(
        () ->
            assertTrue(shell.run("status", "widget/two").out().contains("Warning   InstallError")));
    return shell;
  }

  private static Path chart() {
    return TestChart.named("reported")
        .values("{broken: false}")
        .configMap("page", "text", "\"{{ .Values.color }} {{ .Values.login.token }}\"")
        .template(
            "login.yaml",
            """
            apiVersion: v1
            kind: Secret
            metadata:
              name: "{{ .Release.Name }}-login"
            stringData:
              password: {{ .Values.login.password | quote }}
              madeUp: %s
            """
                .formatted(MADE_UP))
        .template(
            "broken.yaml",
            """
            {{- if .Values.broken }}
            apiVersion: v1
            kind: Service
            metadata:
              name: "{{ .Release.Name }}"
              annotations: {text: {{ .Values.apiKey }}}
            spec: {type: NodePort, ports: [{port: 80, nodePort: 99999}]}
            {{- end }}
            """)
        .template(
            "NOTES.txt",
            "the color is {{ .Values.color }}, the password is {{ .Values.login.password }}, made up is %s"
                .formatted(MADE_UP))
        .path();
  }
}
