package dev.catamaran.helmjava;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.UninstallCommand.Cascade;
import com.marcnuri.helm.jni.HelmLib;
import com.marcnuri.helm.jni.NativeLibrary;
import dev.catamaran.engine.Engine;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What works without a cluster, and the table of docs/how-to/extend-a-chart.md. HelmJavaIT has the
 * rest.
 */
class HelmJavaTest {
  private static final Path NOWHERE = Path.of("/nowhere");

  /** Those that need a cluster. */
  private static final Set<String> TRIED_ELSEWHERE =
      Set.of("install", "upgrade", "uninstall", "test", "list", "status", "history", "get");

  @TempDir Path folder;
  private Path chart;

  @BeforeEach
  void makeAChart() throws IOException {
    chart = Files.createDirectories(folder.resolve("chart"));
    Files.createDirectory(chart.resolve("templates"));
    Files.writeString(
        chart.resolve("Chart.yaml"),
        "apiVersion: v2\nname: tried\nversion: 1.0.0\nappVersion: \"7\"\n");
    Files.writeString(chart.resolve("values.yaml"), "text: mine\ncount: 1\n");
    Files.writeString(
        chart.resolve("templates/a.yaml"),
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}", namespace: "{{ .Release.Namespace }}"}
        data: {text: {{ .Values.text | quote }}, count: "{{ .Values.count }}", minor: "{{ .Capabilities.KubeVersion.Minor }}"}
        """);
  }

  @Test
  void findsNoOtherLibraryOfHelm() {
    var found = ServiceLoader.load(NativeLibrary.class).stream().map(ServiceLoader.Provider::type);
    assertEquals(List.of(EngineLibrary.class), found.toList());
  }

  @Test
  void keepsTheTableOfTheDocumentation() throws IOException {
    var rows = documented();
    var tried = tried();
    assertEquals(tried.keySet(), rows.keySet());
    for (var row : tried.entrySet()) {
      var advice = rows.getOrDefault(row.getKey(), "");
      if (advice.startsWith("offered")) {
        check(row.getKey(), row.getValue());
      } else {
        var refused =
            String.valueOf(
                assertThrows(IllegalStateException.class, row.getValue()::call, row.getKey())
                    .getMessage());
        assertTrue(refused.endsWith(": " + advice), refused);
        assertTrue(refused.startsWith("Catamaran's engine does not offer "), refused);
      }
    }
  }

  /** An operation that a later helm-java adds must be decided on. */
  @Test
  void decidesOnEachOperation() {
    var operations =
        Arrays.stream(HelmLib.class.getDeclaredMethods())
            .map(Method::getName)
            .filter(name -> !name.equals("Free"))
            .filter(
                name ->
                    Offer.refusal(name, Map.of())
                        .filter(advice -> advice.endsWith("download it first"))
                        .isPresent())
            .toList();
    assertEquals(List.of(), operations);
  }

  @Test
  void rendersWithTheGivenValues() throws Exception {
    var file = Files.writeString(folder.resolve("values.yaml"), "count: 30000000\ntext: file\n");
    var given = Files.writeString(folder.resolve("text"), "of, a {file}\n");
    var rendered =
        new Helm(chart)
            .template()
            .withName("one")
            .withNamespace("there")
            .withKubeVersion("1.33.0")
            .withValuesFile(file)
            .set("text", "a,b={c} [d] \"e\"")
            .call();
    assertEquals(
        """
        ---
        # Source: tried/templates/a.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "one", namespace: "there"}
        data: {text: "a,b={c} [d] \\"e\\"", count: "30000000", minor: "33"}
        """,
        rendered);
    assertTrue(
        new Helm(chart).template().setFile("text", given).call().contains("\"of, a {file}\\n\""));
  }

  @Test
  void tellsOfAChartThatIsNotThere() {
    for (var chart : List.of("oci://example.com/chart", "stable/chart")) {
      var refused =
          assertThrows(IllegalStateException.class, () -> Helm.show(chart).chart().call());
      assertEquals(
          "there is no chart "
              + chart
              + "; a chart is a directory or an archive on disk: download it first",
          refused.getMessage());
    }
  }

  @Test
  void usesTheEngineThatTheOperatorOffers() throws Exception {
    try (var engine = Engine.inCluster()) {
      engine.offer();
      new Helm(chart).lint().call();
      assertEquals(1, engine.starts());
    }
    assertTrue(Engine.offered().isEmpty());
    new Helm(chart).lint().call();
  }

  /** The rows of the table by the name of each method. */
  private static Map<String, String> documented() throws IOException {
    var page = Path.of("docs", "how-to", "extend-a-chart.md");
    var table = Files.readString(page).split("\\| of helm-java \\|", -1)[1].split("\n\n", -1)[0];
    var rows = new LinkedHashMap<String, String>();
    table
        .lines()
        .skip(2)
        .forEach(
            row -> {
              var cells = row.split("\\|", -1);
              for (var name : cells[1].split(", ", -1)) {
                rows.put(name.replace("`", "").trim(), cells[2].trim());
              }
            });
    return rows;
  }

  private void check(String name, Callable<?> call) {
    try {
      call.call();
    } catch (Exception e) {
      throw new AssertionError(name, e);
    }
  }

  private Map<String, Callable<?>> tried() {
    var all = new LinkedHashMap<String, Callable<?>>();
    TRIED_ELSEWHERE.forEach(name -> all.put(name, () -> ""));
    all.put(
        "create",
        () -> {
          Helm.create().withName("made").withDir(folder).call();
          return Files.readString(folder.resolve("made/Chart.yaml"));
        });
    all.put(
        "lint",
        () -> {
          var strict = new Helm(chart).lint().strict().call();
          assertTrue(!strict.isFailed() && !strict.getMessages().isEmpty());
          assertEquals(List.of(), new Helm(chart).lint().quiet().call().getMessages());
          Files.writeString(chart.resolve("templates/broken.yaml"), "a: {{ .b");
          var failed = new Helm(chart).lint().quiet().call();
          Files.delete(chart.resolve("templates/broken.yaml"));
          assertTrue(failed.isFailed() && !failed.getMessages().isEmpty());
          return failed;
        });
    all.put(
        "packageIt",
        () -> {
          new Helm(chart).packageIt().withDestination(folder).call();
          return Files.size(folder.resolve("tried-1.0.0.tgz"));
        });
    all.put(
        "show",
        () -> {
          assertEquals("text: mine\ncount: 1\n\n", new Helm(chart).show().values().call());
          assertEquals("", new Helm(chart).show().readme().call());
          assertEquals("", new Helm(chart).show().crds().call());
          var whole = new Helm(chart).show().all().call();
          assertTrue(whole.contains(new Helm(chart).show().chart().call()), whole);
          return whole;
        });
    all.put("template", () -> new Helm(chart).template().skipCrds().call());
    all.put(
        "version",
        () -> {
          var version = Helm.version().call();
          assertTrue(version.startsWith("v4."), version);
          return version;
        });
    all.put("dependency", () -> new Helm(chart).dependency().list().call());
    all.put("dependencyUpdate", () -> new Helm(chart).install().dependencyUpdate().call());
    all.put("push", () -> Helm.push().withChart(chart).withRemote(URI.create("oci://a")).call());
    all.put("registry", () -> Helm.registry().login().call());
    all.put("repo", () -> Helm.repo().list().call());
    all.put("search", () -> Helm.search().repo().call());
    all.put("withVersion", () -> new Helm(chart).install().withVersion("1").call());
    all.put("devel", () -> new Helm(chart).install().devel().call());
    all.put("withCertFile", () -> new Helm(chart).upgrade().withCertFile(NOWHERE).call());
    all.put("withKeyFile", () -> new Helm(chart).show().chart().withKeyFile(NOWHERE).call());
    all.put("withCaFile", () -> new Helm(chart).template().withCaFile(NOWHERE).call());
    all.put(
        "insecureSkipTlsVerify", () -> new Helm(chart).install().insecureSkipTlsVerify().call());
    all.put("plainHttp", () -> new Helm(chart).upgrade().plainHttp().call());
    all.put("withKeyring", () -> new Helm(chart).install().withKeyring(NOWHERE).call());
    all.put(
        "withRepositoryConfig",
        () -> new Helm(chart).upgrade().withRepositoryConfig(NOWHERE).call());
    all.put("generateName", () -> new Helm(chart).install().generateName().call());
    all.put("withNameTemplate", () -> new Helm(chart).install().withNameTemplate("a").call());
    all.put("atomic", () -> new Helm(chart).upgrade().atomic().call());
    all.put("cleanupOnFail", () -> new Helm(chart).upgrade().cleanupOnFail().call());
    all.put("withKubeConfigContents", () -> Helm.list().withKubeConfigContents("a").call());
    all.put(
        "withKubeVersion of install", () -> new Helm(chart).install().withKubeVersion("1").call());
    all.put("clientOnly", () -> new Helm(chart).install().clientOnly().call());
    all.put("dryRun of uninstall", () -> Helm.uninstall("a").dryRun().call());
    all.put("withCascade", () -> Helm.uninstall("a").withCascade(Cascade.ORPHAN).call());
    all.put("debug", () -> Helm.test("a").debug().call());
    all.put("sign", () -> new Helm(chart).packageIt().sign().call());
    all.put("withKey", () -> new Helm(chart).packageIt().withKey("a").call());
    all.put(
        "withPassphraseFile", () -> new Helm(chart).packageIt().withPassphraseFile(NOWHERE).call());
    return all;
  }
}
