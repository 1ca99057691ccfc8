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
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandIT {

  @Test
  void listsThePrimariesOfAllKindsInOneTable(TestNamespace namespace) {
    var watching =
        Watching.chart("Widget", colors()).and("Gadget", TestChart.breakable(), "releaseName: g");
    namespace.operate(watching);
    namespace.apply("Widget", "two", "{}");
    namespace.apply("Widget", "one", "{}");
    namespace.apply("Gadget", "three", "{broken: true}");
    namespace.awaitReady("Widget", "two");
    namespace.awaitReady("Widget", "one");

    eventually(
        () ->
            assertEquals(
                List.of(
                    "NAMESPACE NAME READY STATUS REVISION CHART AGE",
                    "NAMESPACE widget.test.catamaran.dev/one True Deployed 1 colors-0.1.0 AGE",
                    "NAMESPACE widget.test.catamaran.dev/two True Deployed 1 colors-0.1.0 AGE",
                    "NAMESPACE gadget.test.catamaran.dev/three False Failed: InstallError AGE"),
                Shell.in(namespace, watching.write()).run("status").lines().stream()
                    .map(line -> line.replaceAll(" +", " "))
                    .toList()));
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
  }

  @Test
  void doesNotShowDriftThatWatchesYamlIgnores(TestNamespace namespace) {
    var watching =
        Watching.chart(
            "Widget",
            colors(),
            "drift: {mode: correct, ignore: [{kind: ConfigMap, paths: [/data/color]}]}");
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    namespace.put("one-colors", "color", "red");

    var shell = Shell.in(namespace, watching.write());
    assertEquals(
        "ready=true missing=false differing=[]",
        descendants(shell.run("status", "widget/one", "-o", "json").out()).get(1));
  }

  @Test
  void printsEachChangedRow(TestNamespace namespace) throws InterruptedException {
    var watching = Watching.chart("Widget", colors());
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    var shell = Shell.in(namespace, watching.write());
    var out = new StringWriter();
    var watch =
        Thread.ofVirtual()
            .start(
                () ->
                    Main.execute(
                        new PrintWriter(out),
                        new PrintWriter(out),
                        shell.complete("status", "-w")));
    eventually(() -> assertEquals(2, shell.plain(out.toString()).lines().count()));

    namespace.deploy("Widget", "one", "{color: green}");

    eventually(
        () ->
            assertEquals(
                "NAMESPACE widget.test.catamaran.dev/one True Deployed 2 colors-0.1.0 AGE",
                shell.plain(out.toString()).lines().toList().getLast().replaceAll(" +", " ")));
    watch.interrupt();
    watch.join();
  }

  @Test
  void endsWhenNobodyReadsItsOutput(TestNamespace namespace)
      throws IOException, InterruptedException {
    var watching = Watching.chart("Widget", colors());
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    var shell = Shell.in(namespace, watching.write());
    var process = new ProcessBuilder(catamaran(shell.complete("status", "-w"))).start();
    try {
      try (var out = process.inputReader(UTF_8)) {
        assertTrue(String.valueOf(out.readLine()).startsWith("NAMESPACE "));
      }

      namespace.apply("Widget", "one", "{color: green}");

      assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it must end after the next line");
      assertEquals(141, process.exitValue());
      assertEquals("", new String(process.getErrorStream().readAllBytes(), UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void findsTheKindsOfTheClusterWithoutWatchesYaml(TestNamespace namespace, @TempDir Path folder)
      throws IOException, InterruptedException {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");

    assertEquals(
        List.of(
            "NAMESPACE NAME READY STATUS REVISION CHART AGE",
            "NAMESPACE widget.test.catamaran.dev/one True Deployed 1 colors-0.1.0 AGE"),
        statusWithoutWatchesYaml(namespace, folder));
  }

  /** The API server prefers one version for all kinds of a group. */
  @Test
  void findsAKindThatThePreferredVersionOfItsGroupDoesNotServe(
      TestNamespace namespace, @TempDir Path folder) throws IOException, InterruptedException {
    new PassingKind(namespace, "Settled", "v1").define();
    var passing = new PassingKind(namespace, "Passing", "v1alpha1");
    passing.define();
    passing
        .objects()
        .resource(
            new GenericKubernetesResourceBuilder()
                .withApiVersion(passing.apiVersion())
                .withKind(passing.kind())
                .withNewMetadata()
                .withName("one")
                .endMetadata()
                .build())
        .create();

    assertEquals(
        List.of(
            "NAMESPACE NAME READY STATUS REVISION CHART AGE",
            "NAMESPACE passing.NAMESPACE.catamaran.dev/one - AGE"),
        statusWithoutWatchesYaml(namespace, folder));
    assertEquals(
        "passing.NAMESPACE.catamaran.dev/one in namespace NAMESPACE, age AGE",
        statusWithoutWatchesYaml(namespace, folder, "passing." + passing.group() + "/one")
            .getFirst());
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
    return Shell.in(namespace, folder)
        .plain(read(out))
        .lines()
        .map(line -> line.replaceAll(" +", " "))
        .toList();
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
}
