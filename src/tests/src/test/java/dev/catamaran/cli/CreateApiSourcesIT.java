package dev.catamaran.cli;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ChartRegistry;
import dev.catamaran.testcluster.ChartRepository;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Makes a kind of a chart on disk, in a real repository and in a real registry. No cluster. */
class CreateApiSourcesIT {
  private static final ChartRegistry REGISTRY = ChartRegistry.start();
  private static final ChartRepository REPOSITORY = ChartRepository.create();
  private static final TestChart CHART = chart();
  private static final String NEWEST = "1.2.0";

  private final Path work;

  CreateApiSourcesIT(@TempDir Path work) {
    this.work = work;
  }

  private static TestChart chart() {
    return TestChart.named("boat")
        .values("# How many sails.\nsails: 1\ncolor: blue\n")
        .configMap("by", "made", "\"{{ .Values.color }}\"")
        .template(
            "deployment.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec: {replicas: {{ .Values.sails }}}
            """);
  }

  @BeforeAll
  static void fill() {
    for (var version : List.of("1.0.0", "2.0.0-rc.1", NEWEST)) {
      var archive = ChartRepository.packaged(CHART, version);
      REGISTRY.push(archive);
      REPOSITORY.add("boat", version, archive);
    }
    REPOSITORY.serve();
  }

  @AfterAll
  static void close() {
    REGISTRY.close();
    REPOSITORY.close();
  }

  /** A finished command. Addresses have placeholders. */
  private record Run(int code, String err) {}

  private Run create(Path project, String... options) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.execute(new PrintWriter(out), new PrintWriter(err), command(project, options));
    return new Run(
        code,
        err.toString()
            .replace(REGISTRY.host(), "REGISTRY")
            .replace(REPOSITORY.url(), "REPOSITORY")
            .replace(CHART.path().toString(), "FOLDER"));
  }

  private static String[] command(Path project, String... options) {
    return Stream.concat(Stream.of("create", "api", "--project=" + project), Stream.of(options))
        .toArray(String[]::new);
  }

  private Path project(String name) {
    var project = work.resolve(name).resolve("boats");
    var out = new PrintWriter(new StringWriter());
    assertEquals(
        0, Main.execute(out, out, "init", "--domain=my.domain", "--project=" + project), name);
    return project;
  }

  private Path made(String name, String... options) {
    var project = project(name);
    assertEquals(new Run(0, ""), create(project, options));
    return project;
  }

  /** Both names are used by published charts; one takes lists of maps, the other one texts. */
  @Test
  void allowsTheValuesByWhichTheChartTakesManifests() throws IOException {
    var chart =
        TestChart.named("raft")
            .values("{extraObjects: [], extraDeploy: [], deployments: 1, resources: {}}")
            .template("made.yaml", "{{ range .Values.extraObjects }}\n---\n{{ toYaml . }}{{ end }}")
            .template(
                "texts.yaml", "{{ range .Values.extraDeploy }}\n---\n{{ tpl . $ }}\n{{ end }}")
            .template(
                "a.yaml",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {d: '{{ .Values.deployments }}'}}");

    var project = made("manifests", "--helm-chart=" + chart.path());

    var watches = Files.readString(project.resolve("watches.yaml"));
    assertTrue(watches.contains("\n  manifestValues: [extraDeploy, extraObjects]\n"), watches);
    assertTrue(watches.contains("# The chart takes whole manifests by these values"), watches);
  }

  private static Map<String, String> files(Path folder) throws IOException {
    var found = new TreeMap<String, String>();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        found.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return found;
  }

  private static String chartVersion(Path project) throws IOException {
    return Files.readString(project.resolve("helm-charts/boat/Chart.yaml"))
        .lines()
        .filter(line -> line.startsWith("version: "))
        .collect(joining())
        .substring("version: ".length());
  }

  /** PROJECT has the origin of a pulled chart, and a package has other files than its folder. */
  private static boolean isOfTheSource(String file) {
    return file.startsWith("helm-charts/") || file.equals("PROJECT");
  }

  @Test
  void makeTheSameOfAllSources() throws Exception {
    var folder = made("folder", "--helm-chart=" + CHART.path());
    var expected = files(folder);
    expected.keySet().removeIf(CreateApiSourcesIT::isOfTheSource);
    assertEquals(
        Map.of("role", true, "definition", true, "sample", true),
        Map.of(
            "role",
            expected.getOrDefault("config/rbac/role.yaml", "").contains("boat/templates/by.yaml"),
            "definition",
            expected
                .getOrDefault("config/crd/bases/charts.my.domain_boats.yaml", "")
                .contains("description: How many sails."),
            "sample",
            expected
                .getOrDefault("config/samples/charts_v1alpha1_boat.yaml", "")
                .contains("#   # How many sails.\n#   sails: 1\n")));
    var others =
        List.of(
            made("package", "--helm-chart=" + REPOSITORY.folder().resolve("boat-1.2.0.tgz")),
            made("address", "--helm-chart=" + REPOSITORY.url() + "/boat-1.2.0.tgz", "--plain-http"),
            made(
                "repository",
                "--helm-chart=boat",
                "--helm-chart-repo=" + REPOSITORY.url() + "/",
                "--plain-http"),
            made(
                "registry",
                "--helm-chart=oci://" + REGISTRY.host() + "/charts/boat",
                "--plain-http"));
    for (var other : others) {
      var found = files(other);
      found.keySet().removeIf(CreateApiSourcesIT::isOfTheSource);
      assertEquals(expected, found, other::toString);
      assertEquals(NEWEST, chartVersion(other), other::toString);
      assertEquals(
          files(CHART.path().resolve("templates")),
          files(other.resolve("helm-charts/boat/templates")));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ^1.0         | 1.2.0
          >=2.0.0-beta | 2.0.0-rc.1
          """)
  void takeAVersionOrTheNewestOfARange(String range, String version) throws Exception {
    assertEquals(version, chartVersion(made("repository", inRepository(range))));
    assertEquals(version, chartVersion(made("registry", inRegistry(range))));
  }

  private static String[] inRepository(String version) {
    return new String[] {
      "--helm-chart=boat",
      "--helm-chart-repo=" + REPOSITORY.url(),
      "--helm-chart-version=" + version,
      "--plain-http"
    };
  }

  private static String[] inRegistry(String version) {
    return new String[] {
      "--helm-chart=oci://" + REGISTRY.host() + "/charts/boat",
      "--helm-chart-version=" + version,
      "--plain-http"
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --helm-chart=REPOSITORY/no.tgz --plain-http | --helm-chart: REPOSITORY/no.tgz answers with status 404
          --helm-chart=REPOSITORY/index.yaml --plain-http | --helm-chart: chart REPOSITORY/index.yaml: corrupt archive: gzip: invalid header; package it again
          --helm-chart=oci://REGISTRY/charts/boat:1.0.0 --plain-http | --helm-chart: write "oci://REGISTRY/charts/boat" with --helm-chart-version 1.0.0
          --helm-chart=oci://REGISTRY/charts/boat --helm-chart-version=abc --plain-http | --helm-chart: chart oci://REGISTRY/charts/boat abc: there is no version abc; there are 2.0.0-rc.1, 1.2.0, 1.0.0
          --helm-chart=dock/boat | --helm-chart: "dock/boat" does not exist. Name a directory, a .tgz, an https address of a .tgz, oci://host/path, or a chart of --helm-chart-repo (helm repo list has addresses)
          --helm-chart=boat --helm-chart-repo=harbour | --helm-chart-repo: "harbour" is not an address, such as https://example.com/charts
          --helm-chart=FOLDER --helm-chart-version=1.0.0 | --helm-chart-version: FOLDER has one version only; leave the option out
          --helm-chart=REPOSITORY/boat-1.2.0.tgz --helm-chart-version=1.0.0 --plain-http | --helm-chart-version: REPOSITORY/boat-1.2.0.tgz has one version only; leave the option out
          """)
  void reportWhatIsWrong(String options, String message) {
    var given =
        options
            .replace("REGISTRY", REGISTRY.host())
            .replace("REPOSITORY", REPOSITORY.url())
            .replace("FOLDER", CHART.path().toString());
    assertEquals(new Run(1, message + "\n"), create(project("wrong"), given.split(" ")));
  }
}
