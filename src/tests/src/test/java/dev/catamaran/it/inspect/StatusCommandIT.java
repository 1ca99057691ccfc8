package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusCommandIT {
  private static final String HEAD = "NAMESPACE NAME READY STATUS REVISION CHART AGE";

  @Test
  void listsThePrimariesOfAllKinds(TestNamespace namespace) {
    var watching =
        Watching.chart("Widget", colors()).and("Gadget", TestChart.breakable(), "releaseName: g");
    namespace.operate(watching);
    namespace.apply("Widget", "two", "{}");
    namespace.apply("Gadget", "three", "{broken: true}");
    namespace.deploy("Widget", "one", "{}");
    namespace.awaitReady("Widget", "two");
    var shell = Shell.in(namespace, watching.write());
    eventually(
        () ->
            assertEquals(
                List.of(
                    HEAD,
                    "NAMESPACE widget.test.catamaran.dev/one True Deployed 1 colors-0.1.0 AGE",
                    "NAMESPACE widget.test.catamaran.dev/two True Deployed 1 colors-0.1.0 AGE",
                    "NAMESPACE gadget.test.catamaran.dev/three False Failed: InstallError AGE"),
                words(shell.run("status").out())));
  }

  @Test
  void tellsAMissingNamespaceFromAnEmptyOne(TestNamespace namespace) {
    var shell = breakable(namespace);
    var empty =
        new Shell.Run(
            0, "No custom resource found; --all-namespaces lists those of all namespaces\n", "");
    assertEquals(empty, shell.run("status"));
    var widgets =
        new PolicyRuleBuilder()
            .withApiGroups("test.catamaran.dev")
            .withResources("widgets")
            .withVerbs("list")
            .build();
    var blind = shell.with(namespace.identity("blind", List.of(widgets)).kubeconfig());
    assertEquals(empty, blind.run("status"), "who may not read namespaces");

    var gone = "gone-" + namespace.name();
    for (var output : List.of("wide", "json")) {
      var missing = shell.run("status", "--namespace=" + gone, "--output=" + output);
      assertEquals(1, missing.code(), missing.out());
      assertEquals("", missing.out());
      assertEquals(
          "there is no namespace gone-NAMESPACE; write another --namespace, or --all-namespaces\n",
          missing.err());
    }
  }

  /** The last report may be of another spec, and look well. */
  @Test
  void showsThatNobodyHasSeenTheNewSpecWhileTheOperatorIsStopped(TestNamespace namespace) {
    var watching = Watching.chart("Widget", colors());
    var operator = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    operator.close();
    namespace.apply("Widget", "one", "{color: green}");
    namespace.apply("Widget", "two", "{}");
    assertEquals(
        List.of(
            HEAD,
            "NAMESPACE widget.test.catamaran.dev/one Unknown Unseen 1 colors-0.1.0 AGE",
            "NAMESPACE widget.test.catamaran.dev/two Unknown Unseen AGE"),
        words(Shell.in(namespace, watching.write()).run("status").out()));
  }

  /** Its conditions still name the hold that somebody has ended. */
  @Test
  void showsThatNobodyHasSeenTheEndOfAPauseWhileTheOperatorIsStopped(TestNamespace namespace) {
    var watching = Watching.chart("Widget", colors());
    var operator = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    namespace.pause("Widget", "one");
    operator.close();
    namespace.resume("Widget", "one");
    var shell = Shell.in(namespace, watching.write());
    assertEquals(
        "NAMESPACE widget.test.catamaran.dev/one Unknown Unseen 1 colors-0.1.0 AGE",
        words(shell.run("status").out()).getLast());
    var unseen = "the operator has not seen the newest request in its annotations";
    assertTrue(shell.run("status", "widget/one").out().contains(unseen));
  }

  @Test
  void showsDriftWhileTheOperatorIsStopped(TestNamespace namespace) {
    var watching = Watching.chart("Widget", colors());
    var operator = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    var shell = Shell.in(namespace, watching.write());
    eventually(() -> assertTrue(shell.run("status", "widget/one").out().contains("Installed")));
    operator.close();
    namespace.delete(ConfigMap.class, "one-extra");
    namespace.put("one-colors", "color", "red");
    var run = shell.run("status", "Widget/one");
    assertEquals(
        """
        widget.test.catamaran.dev/one in namespace NAMESPACE, age AGE
        ├── Conditions
        │   ├── Initialized   True   Initialized
        │   ├── Deployed      True   InstallSuccessful   revision 1 of release one is deployed
        │   └── Ready         True   AllReady            all objects of the release are ready
        ├── Release one, revision 1, chart colors-0.1.0, deployed AGE ago
        │   ├── Secret/one-key         ready
        │   ├── ConfigMap/one-colors   ready     differs at /data/color
        │   └── ConfigMap/one-extra    missing
        └── Events
            └── AGE   Normal   InstallSuccessful   Installed release one revision 1 (chart colors-0.1.0)
        """,
        run.out());
    assertEquals(0, run.code());
    assertEquals(
        List.of(
            "ready=true missing=false differing=[]",
            "ready=true missing=false differing=[/data/color]",
            "ready=false missing=true differing=[]"),
        descendants(shell.run("status", "widgets.test.catamaran.dev/one", "-o", "json").out()));

    var ignoring =
        Watching.chart(
            "Widget", colors(), "drift: {ignore: [{kind: ConfigMap, paths: [/data/color]}]}");
    assertEquals(
        "ready=true missing=false differing=[]",
        descendants(
                Shell.in(namespace, ignoring.write())
                    .run("status", "widget/one", "-o", "json")
                    .out())
            .get(1));
  }

  /**
   * The API server prefers one version for all kinds of a group. Custom kinds of others may have
   * thousands of objects, so only those in the category are listed.
   */
  @Test
  void findsTheKindsOfTheClusterWithoutWatchesYaml(TestNamespace namespace, @TempDir Path folder)
      throws IOException, InterruptedException {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");
    new PassingKind(namespace, "Settled", "v1").define();
    var passing = new PassingKind(namespace, "Passing", "v1alpha1");
    passing.define();
    passing
        .objects()
        .resource(
            Serialization.unmarshal(
                "{\"apiVersion\":\"%s\",\"kind\":\"Passing\",\"metadata\":{\"name\":\"one\"}}"
                    .formatted(passing.apiVersion()),
                GenericKubernetesResource.class))
        .create();

    var found = statusWithoutWatchesYaml(namespace, folder);
    assertEquals(HEAD, found.getFirst());
    assertEquals(
        List.of("NAMESPACE passing.NAMESPACE.catamaran.dev/one - AGE"),
        found.subList(1, found.size()));
    assertEquals(
        "NAMESPACE widget.test.catamaran.dev/one True Deployed 1 colors-0.1.0 AGE",
        statusWithoutWatchesYaml(namespace, folder, "widget").getLast());
    assertEquals(
        "passing.NAMESPACE.catamaran.dev/one in namespace NAMESPACE, age AGE",
        statusWithoutWatchesYaml(namespace, folder, "passing." + passing.group() + "/one")
            .getFirst());
  }

  private static List<String> words(String table) {
    return table.lines().map(line -> line.replaceAll(" +", " ")).toList();
  }

  /** Runs a process of its own: it starts in a folder without watches.yaml. */
  private static List<String> statusWithoutWatchesYaml(
      TestNamespace namespace, Path folder, String... targets)
      throws IOException, InterruptedException {
    var arguments =
        Stream.concat(Stream.of("status", "--namespace=" + namespace.name()), Stream.of(targets));
    var out = folder.resolve("out");
    var builder =
        new ProcessBuilder(catamaran(arguments.toArray(String[]::new)))
            .directory(Files.createDirectories(folder.resolve("empty")).toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder
        .environment()
        .put("KUBECONFIG", namespace.cluster().adminKubeconfig().toAbsolutePath().toString());
    assertEquals(0, builder.start().waitFor(), () -> read(out));
    return words(Shell.in(namespace, folder).plain(read(out)));
  }

  /** Returns the command line of a process of its own. */
  private static List<String> catamaran(String... arguments) {
    return Stream.concat(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()),
            Stream.of(arguments))
        .toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> descendants(String json) {
    try {
      var found = new ArrayList<String>();
      for (var each : new ObjectMapper().readTree(json).path("descendants")) {
        var fields = new ArrayList<String>();
        each.path("differing").forEach(field -> fields.add(field.asText()));
        found.add(
            "ready=%s missing=%s differing=%s"
                .formatted(each.path("ready"), each.path("missing"), fields));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path colors() {
    return TestChart.named("colors")
        .values("{color: blue}")
        .configMap("colors", "color", "{{ .Values.color }}")
        .configMap("extra", "a", "b")
        .template(
            "key.yaml",
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-key"}
            stringData: {key: abc}
            """)
        .path();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "widgt/one | the cluster has no custom kind \"widgt\"; kubectl api-resources lists all."
            + " If watches.yaml has it, make install makes its definition",
        "widget/one | there is no widget.test.catamaran.dev/one in namespace NAMESPACE; write"
            + " another --namespace, or find it with catamaran status --all-namespaces",
        "widget/ | \"widget/\" is not KIND/NAME; write for example memcached/memcached-sample",
      })
  void aFailureNamesTheMistakeAndTheRemedy(
      String primary, String message, TestNamespace namespace) {
    var shell = breakable(namespace);
    for (var command : List.of("status", "history", "diff", "pause", "wait")) {
      var run = shell.run(command, primary);
      assertEquals(1, run.code());
      assertEquals(message + "\n", run.err(), command);
    }
  }

  @Test
  void tellsThatNoOperatorLooksAtAPrimary(TestNamespace namespace) {
    var selector = "selector: {matchLabels: {team: one}}";
    var shell =
        Shell.in(namespace, Watching.chart("Widget", TestChart.breakable(), selector).write());
    namespace.apply("Widget", "one", "{}");
    var why = "its labels are not those that watches.yaml selects for its kind: team=one";

    assertTrue(shell.run("status", "widget/one").out().contains(why));
    assertEquals("no change: " + why + "\n", shell.run("diff", "widget/one").out());
    assertEquals(3, shell.run("wait", "widget/one").code());
    var pause = shell.run("pause", "widget/one");
    assertEquals(1, pause.code());
    assertTrue(pause.err().contains(why), pause.err());
    var plan = shell.run("plan").out();
    assertTrue(plan.startsWith("0 changed, 1 unchanged"), plan);
    assertTrue(shell.run("status", "-o", "wide").out().contains(why));
  }

  @Test
  void aFailureNamesTheServerThatRefuses(TestNamespace namespace) {
    var powerless =
        breakable(namespace).with(namespace.identity("powerless", List.of()).kubeconfig());
    assertEquals(
        "the API server SERVER refuses: widgets.test.catamaran.dev is forbidden: User"
            + " \"system:serviceaccount:default:ACCOUNT\" cannot list resource \"widgets\" in API"
            + " group \"test.catamaran.dev\" in the namespace \"NAMESPACE\"; ask an administrator"
            + " for this permission\n",
        anonymous(powerless.run("status").err()));
  }

  @Test
  void aFailureNamesTheServerThatDoesNotKnowThePerson(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var stranger =
        breakable(namespace).with(changed(namespace, folder, "token: .*", "token: wrong"));
    assertEquals(
        "the API server SERVER does not accept the credentials of the kubeconfig; log in again,"
            + " or choose another --context\n",
        anonymous(stranger.run("status").err()));
  }

  @Test
  void aFailureNamesTheServerThatDoesNotAnswer(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var lost =
        breakable(namespace)
            .with(changed(namespace, folder, "https://127.0.0.1:\\d+", "https://127.0.0.1:1"));
    assertEquals(
        "the API server SERVER does not answer: connection refused; check the kubeconfig and the"
            + " network\n",
        anonymous(lost.run("status").err()));
  }

  private static Path changed(TestNamespace namespace, Path folder, String part, String by)
      throws IOException {
    var text = Files.readString(namespace.identity().kubeconfig());
    return Files.writeString(folder.resolve("kubeconfig"), text.replaceAll(part, by));
  }

  private static String anonymous(String text) {
    return text.replaceAll("https://[^ ]+", "SERVER")
        .replaceAll("serviceaccount:default:[^\"]+", "serviceaccount:default:ACCOUNT");
  }

  private static Shell breakable(TestNamespace namespace) {
    return Shell.in(namespace, Watching.chart("Widget", TestChart.breakable()).write());
  }
}
