package dev.catamaran.it.inspect;

import static dev.catamaran.it.Rules.rule;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a person reads of stored revisions: history, values, manifest, hooks, notes, differences.
 */
class StoredRevisionCommandIT {
  private static final String[] OPTIONS = {
    "overrideValues: {image.tag: '7', home: '${HOME}'}",
    "valuesFrom: [{kind: ConfigMap, name: settings}, {kind: Secret, name: passwords}]"
  };

  private static TestNamespace namespace;
  private static Shell shell;

  /** Two revisions: the color and the password change. A third primary has no release. */
  @BeforeAll
  static void deployTwice(TestNamespace given) {
    namespace = given;
    var watching = Watching.chart("Widget", chart(), OPTIONS);
    namespace.configMap("settings", Map.of("values.yaml", "{image: {name: httpd}, replicas: 2}"));
    namespace.secret("passwords", values("s3cret-of-one"));
    var operator = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{color: red, replicas: 3}");
    operator.close();
    namespace.secret("passwords", values("s3cret-of-two"));
    namespace.apply("Widget", "one", "{color: green, replicas: 3}");
    namespace.operate(watching);
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    namespace.awaitReady("Widget", "one");
    namespace.apply("Gadget", "none", "{}");
    shell = Shell.in(namespace, watching.and("Gadget", chart()).write());
  }

  private static Map<String, String> values(String password) {
    return Map.of("values.yaml", "{login: {password: %s}}".formatted(password));
  }

  @Test
  void listsTheHistoryAsHelmDoes() {
    assertEquals(
        """
        REVISION   UPDATED                    STATUS       CHART          APP VERSION   DESCRIPTION
        1          TIME   superseded   stored-0.1.0   1             Install complete
        2          TIME   deployed     stored-0.1.0   1             Upgrade complete
        """,
        shell.run("history", "widget/one").out());
    var yaml = shell.run("history", "widget/one", "-o", "yaml").out();
    assertTrue(yaml.contains("- revision: 2\n  updated: \"TIME\"\n  status: deployed\n"), yaml);

    var run = shell.run("history", "gadget/none");
    assertEquals(1, run.code());
    assertEquals(
        "gadget.test.catamaran.dev/none has no stored revision of release NAMESPACE/none;"
            + " catamaran status gadget.test.catamaran.dev/none --namespace NAMESPACE shows why\n",
        run.err());
  }

  @Test
  void namesTheSourceOfEachValue() {
    var run = shell.run("get", "values", "widget/one");
    assertEquals(
        """
        PATH             VALUE      SOURCE
        color            "green"    spec
        image.name       "httpd"    values-from ConfigMap settings
        image.tag        7          override (watches.yaml)
        size             "small"    chart
        home             "******"   override (watches.yaml)
        login.password   "******"   values-from Secret passwords
        replicas         3          spec
        """,
        run.out());
    assertTrue(
        shell
            .run("get", "values", "widget/one", "--output=json")
            .out()
            .contains(
                "\"path\" : \"color\",\n    \"value\" : \"green\",\n    \"source\" : \"spec\""));
    // Of an older revision the sources are not known any more, but the places of secrets are.
    var older = shell.run("get", "values", "widget/one", "--revision=1").out();
    assertTrue(older.contains("color            \"red\" "), older);
    assertTrue(older.contains("login.password   \"******\"   values-from Secret\n"), older);
  }

  @Test
  void printsTheObjectsOfEachRevisionWithoutSecrets() {
    var first = shell.run("get", "manifest", "widget/one", "--revision=1");
    assertEquals(0, first.code(), first.err());
    for (var part :
        List.of(
            "color: \"red\"",
            "# Source: stored/templates/page.yaml\n",
            "# Secret one-login: the values in stringData are left out (password)\n")) {
      assertTrue(first.out().contains(part), first.out());
    }
    assertEquals(
        "note: secret values are left out, or replaced by ***: read and compare this text, and do"
            + " not apply it\n",
        first.err());
    assertTrue(shell.run("get", "manifest", "widget/one").out().contains("color: \"green\""));
    assertEquals(
        "the color is red, the password is ***\n",
        shell.run("get", "notes", "widget/one", "--revision=1").out());
    var hooks = shell.run("get", "hooks", "widget/one").out();
    assertTrue(hooks.contains("helm.sh/hook: \"pre-upgrade\""), hooks);
    for (var part : List.of("manifest", "hooks", "notes", "values")) {
      var run = shell.run("get", part, "widget/one", "--revision=7");
      assertEquals(1, run.code());
      assertEquals(
          "--revision: release NAMESPACE/one has no revision 7; stored are 1, 2\n", run.err());
    }
  }

  /** A Secret without its values has no difference, where asterisks would have one. */
  @Test
  void givesKubectlAManifestToCompare(@TempDir Path folder)
      throws IOException, InterruptedException {
    assertEquals("", compared(folder, shell.run("get", "manifest", "widget/one").out()));
    var older = compared(folder, shell.run("get", "manifest", "widget/one", "--revision=1").out());
    assertTrue(older.contains("-  color: green\n+  color: red\n"), older);
    assertFalse(older.contains("kind: Secret"), older);
  }

  @Test
  void namesWhatChangedBetweenTwoRevisions() {
    var run = shell.run("diff", "widget/one", "--revisions=1,2", "--exit-code");
    assertEquals(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: revision 1 -> 2 of release one
        ├── notes: "the color is red, the password is ***" -> "the color is green, the password is ***"
        ├── ~ Secret/one-login
        │   └── stringData.password: "******" -> "******"
        └── ~ ConfigMap/one-page
            └── data.color: "red" -> "green"
        0 created, 2 changed, 0 deleted; 0 unchanged
        """,
        run.out(),
        run.err());
    assertEquals(2, run.code());
    assertEquals(run.out(), shell.run("diff", "widget/one", "--revisions=1").out());
    var equal = shell.run("diff", "widget/one", "--revisions=2..2", "--exit-code");
    assertEquals("no change between revisions 2 and 2 of release one\n", equal.out());
    assertEquals(0, equal.code());
    var missing = shell.run("diff", "widget/one", "--revisions=1,7");
    assertEquals(
        "--revisions: release NAMESPACE/one has no revision 7; stored are 1, 2\n", missing.err());
  }

  /** The stored revisions have the places of secrets; the Secret itself is not needed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "get manifest widget/one",
        "get hooks widget/one",
        "get notes widget/one --revision=1",
        "diff widget/one --revisions=1",
        "diff widget/one --revisions=1 -o json",
        "diff widget/one --revisions=2..1 -o yaml",
      })
  void showsNoSecretToAPersonOfFewRights(String command) {
    var person =
        shell.with(
            namespace
                .identity(
                    "reader-" + Math.abs(command.hashCode()),
                    List.of(
                        rule("test.catamaran.dev", "widgets", "get"), rule("", "secrets", "list")))
                .kubeconfig());
    var run = person.run(command.split(" ", -1));
    assertEquals(0, run.code(), run.err());
    assertFalse((run.out() + run.err()).matches("(?s).*(s3cret|czNjcmV0).*"), run.out());
  }

  private static String compared(Path folder, String manifest)
      throws IOException, InterruptedException {
    var input = Files.writeString(folder.resolve("manifest.yaml"), manifest);
    var process =
        new ProcessBuilder(
                "hack/kubectl",
                "--kubeconfig=" + namespace.cluster().adminKubeconfig(),
                "--namespace=" + namespace.name(),
                "diff",
                "-f",
                "-")
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    assertTrue(code <= 1, said);
    return said;
  }

  private static Path chart() {
    return TestChart.named("stored")
        .values("{image: {name: web, tag: 1}, color: red, size: small}")
        .template(
            "page.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-page"
            data:
              color: {{ .Values.color | quote }}
            """)
        .template(
            "login.yaml",
            """
            apiVersion: v1
            kind: Secret
            metadata:
              name: "{{ .Release.Name }}-login"
            stringData:
              password: {{ .Values.login.password | quote }}
            """)
        .template(
            "hook.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-hook"
              annotations:
                helm.sh/hook: pre-upgrade
            """)
        .template(
            "NOTES.txt",
            "the color is {{ .Values.color }}, the password is {{ .Values.login.password }}\n")
        .path();
  }
}
