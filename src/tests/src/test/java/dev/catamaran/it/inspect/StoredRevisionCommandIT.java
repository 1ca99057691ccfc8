package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person reads of stored revisions: manifest, hooks, notes, and what differs. */
class StoredRevisionCommandIT {
  private static final String CANARY = "s3cret-of-one";
  private static final String OPTIONS = "valuesFrom: [{kind: Secret, name: passwords}]";

  @Test
  void printsTheObjectsOfEachRevisionWithoutSecrets(TestNamespace namespace) {
    var shell = deployTwice(namespace);

    var first = shell.run("manifest", "widget/one", "--revision=1");
    assertEquals(0, first.code(), first.err());
    assertTrue(first.out().contains("color: \"red\""), first.out());
    assertTrue(first.out().contains("# Source: stored/templates/page.yaml\n"), first.out());
    assertTrue(
        first
            .out()
            .contains("# Secret one-login: the values in stringData are left out (password)\n"),
        first.out());
    assertEquals(
        "note: secret values are left out, or replaced by ***: read and compare this text, and do not apply it\n",
        first.err());
    assertTrue(shell.run("manifest", "widget/one").out().contains("color: \"green\""));
    assertEquals(
        "the color is red, the password is ***\n",
        shell.run("notes", "widget/one", "--revision=1").out());
    var hooks = shell.run("hooks", "widget/one").out();
    assertTrue(hooks.contains("helm.sh/hook: pre-upgrade"), hooks);
    assertTrue(hooks.contains("# Source: stored/templates/hook.yaml\n"), hooks);
    for (var part : List.of("manifest", "hooks", "notes")) {
      var run = shell.run(part, "widget/one", "--revision=7");
      assertEquals(1, run.code());
      assertEquals(
          "--revision: release NAMESPACE/one has no revision 7; stored are 1, 2\n", run.err());
    }
  }

  /** A Secret without its values has no difference, where asterisks would have one. */
  @Test
  void givesKubectlAManifestToCompare(TestNamespace namespace, @TempDir Path folder)
      throws IOException, InterruptedException {
    var shell = deployTwice(namespace);

    assertEquals("", compared(namespace, folder, shell.run("manifest", "widget/one").out()));
    var older =
        compared(namespace, folder, shell.run("manifest", "widget/one", "--revision=1").out());
    assertTrue(older.contains("-  color: green\n+  color: red\n"), older);
    assertFalse(older.contains("kind: Secret"), older);
  }

  @Test
  void namesWhatChangedBetweenTwoRevisions(TestNamespace namespace) throws IOException {
    var shell = deployTwice(namespace);

    var run = shell.run("diff", "widget/one", "--revisions=1,2", "--exit-code");
    assertEquals(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE: revision 1 -> 2 of release one
        ├── notes: "the color is red, the password is ***" -> "the color is green, the password is ***"
        ├── values
        │   ├── color: "red" -> "green"
        │   └── login.password: "******" -> "******"
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
    var back = shell.run("diff", "widget/one", "--revisions=2..1", "-o", "json").out();
    assertEquals(
        "[{\"path\":\"color\",\"before\":\"green\",\"after\":\"red\",\"drift\":false},"
            + "{\"path\":\"login.password\",\"before\":\"******\",\"after\":\"******\",\"drift\":false}]",
        field(back, "values"));
    var missing = shell.run("diff", "widget/one", "--revisions=1,7");
    assertEquals(1, missing.code());
    assertEquals(
        "--revisions: release NAMESPACE/one has no revision 7; stored are 1, 2\n", missing.err());
  }

  /** The stored revisions have the places of secrets; the Secret itself is not needed. */
  @Test
  void showsNoSecretToAPersonOfFewRights(TestNamespace namespace) {
    var shell = deployTwice(namespace);
    namespace.delete(Secret.class, "passwords");
    var person =
        shell.with(
            namespace
                .identity(
                    "reader",
                    List.of(
                        rule("test.catamaran.dev", "widgets", "get"), rule("", "secrets", "list")))
                .kubeconfig());

    for (var command :
        List.of("manifest", "hooks", "notes", "manifest --revision=1", "notes --revision=1")) {
      var words = command.split(" ", -1);
      var run =
          words.length == 1
              ? person.run(words[0], "widget/one")
              : person.run(words[0], "widget/one", words[1]);
      assertEquals(0, run.code(), run.err());
      assertHidden(run.out() + run.err());
    }
    for (var form : List.of("text", "json", "yaml")) {
      var run = person.run("diff", "widget/one", "--revisions=1", "-o", form);
      assertEquals(0, run.code(), run.err());
      assertHidden(run.out() + run.err());
    }
  }

  private static void assertHidden(String text) {
    assertFalse(text.contains("s3cret"), text);
    assertFalse(text.contains("czNjcmV0"), text);
  }

  private static PolicyRule rule(String group, String resource, String verb) {
    return new PolicyRuleBuilder()
        .withApiGroups(group)
        .withResources(resource)
        .withVerbs(verb)
        .build();
  }

  private static String field(String json, String name) throws JsonProcessingException {
    return new JsonMapper().readTree(json).path(name).toString();
  }

  /** Two revisions: the color and the password change. */
  private static Shell deployTwice(TestNamespace namespace) {
    var watching = Watching.chart("Widget", chart(), OPTIONS);
    namespace.secret("passwords", values(CANARY));
    var operator = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{color: red}");
    operator.close();
    namespace.secret("passwords", values(CANARY + "-2"));
    namespace.apply("Widget", "one", "{color: green}");
    namespace.operate(watching);
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    namespace.awaitReady("Widget", "one");
    return Shell.in(namespace, watching.write());
  }

  private static Map<String, String> values(String password) {
    return Map.of("values.yaml", "{login: {password: %s}}".formatted(password));
  }

  private static String compared(TestNamespace namespace, Path folder, String manifest)
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
