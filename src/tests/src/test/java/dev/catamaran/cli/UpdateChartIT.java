package dev.catamaran.cli;

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
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates the chart of a project from a real repository and a real registry. No cluster. */
class UpdateChartIT {
  private static final ChartRegistry REGISTRY = ChartRegistry.start();
  private static final ChartRepository REPOSITORY = ChartRepository.create();

  /** Serves other content under a version that the other one has too. */
  private static final ChartRepository CARELESS = ChartRepository.create();

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: "{{ .Release.Name }}"}
      spec: {replicas: {{ .Values.sails }}}
      """;

  private final Path work;

  UpdateChartIT(@TempDir Path work) {
    this.work = work;
  }

  private static TestChart first() {
    return TestChart.named("boat")
        .values("# How many sails.\nsails: 1\n\n\ncolor: blue\n")
        .configMap("by", "made", "\"{{ .Values.color }}\"")
        .template("deployment.yaml", DEPLOYMENT);
  }

  private static TestChart second() {
    return TestChart.named("boat")
        .values("# How many sails.\nsails: 2\n\n\nhull: steel\n")
        .configMap("hull", "made", "\"{{ .Values.hull }}\"")
        .template("server/deployment.yaml", DEPLOYMENT);
  }

  @BeforeAll
  static void fill() {
    add("1.0.0", ChartRepository.packaged(first(), "1.0.0"));
    add("1.1.0", ChartRepository.packaged(second(), "1.1.0"));
    add("2.0.0-rc.1", ChartRepository.packaged(second(), "2.0.0-rc.1"));
    CARELESS.add("boat", "1.0.0", ChartRepository.packaged(second(), "1.0.0"));
    REPOSITORY.serve();
    CARELESS.serve();
  }

  private static void add(String version, Path archive) {
    REGISTRY.push(archive);
    REPOSITORY.add("boat", version, archive);
  }

  @AfterAll
  static void close() {
    REGISTRY.close();
    REPOSITORY.close();
    CARELESS.close();
  }

  private record Run(int code, String out, String err) {}

  private static Run run(Path project, String command, String... options) {
    var out = new StringWriter();
    var err = new StringWriter();
    var all =
        Stream.of(
                Stream.of(command.split(" ", -1)),
                Stream.of("--plain-http", "--project=" + project),
                Stream.of(options))
            .flatMap(part -> part)
            .toArray(String[]::new);
    int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), all);
    return new Run(code, out.toString(), err.toString().replace(";\n", "; "));
  }

  private Path project(String version, String... origin) {
    var project = work.resolve("boats");
    var out = new StringWriter();
    var to = new PrintWriter(out, true);
    assertEquals(
        0,
        Main.execute(to, to, "init", "--domain=my.domain", "--project=" + project),
        out::toString);
    var options =
        Stream.concat(Stream.of(origin), Stream.of("--helm-chart-version=" + version))
            .toArray(String[]::new);
    var made = run(project, "create api", options);
    assertEquals(0, made.code(), made::err);
    return project;
  }

  private static String[] inRepository() {
    return new String[] {"--helm-chart=boat", "--helm-chart-repo=" + REPOSITORY.url()};
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

  private static void edit(Path file, String text, String by) throws IOException {
    var before = Files.readString(file);
    assertTrue(before.contains(text), before);
    Files.writeString(file, before.replace(text, by));
  }

  @ParameterizedTest
  @ValueSource(strings = {"repository", "registry"})
  void makesWhatCreateApiMakesOfTheNewVersion(String place) throws Exception {
    var origin =
        place.equals("registry")
            ? new String[] {"--helm-chart=oci://" + REGISTRY.host() + "/charts/boat"}
            : inRepository();
    var updated = project("1.0.0", origin);
    var outcome = run(updated, "update chart");
    assertEquals(0, outcome.code(), outcome::err);
    assertTrue(
        outcome
            .out()
            .startsWith(
                """
                ## helm-charts/boat: boat 1.0.0 → boat 1.1.0

                - Added: `templates/hull.yaml`, `templates/server/deployment.yaml`
                - Changed: `Chart.yaml`, `values.yaml`
                - Removed: `templates/by.yaml`, `templates/deployment.yaml`
                - Generated anew: `config/crd/bases/"""),
        outcome::out);
    var after = files(updated);
    assertTrue(after.getOrDefault("PROJECT", "").contains("    version: 1.1.0\n"));

    Files.move(updated, work.resolve("updated"));
    assertEquals(files(project("1.1.0", origin)), after);
    assertEquals(
        new Run(0, "`helm-charts/boat`: boat 1.1.0 is up to date.\n", ""),
        run(work.resolve("updated"), "update chart"));
  }

  /** A version with other content than before would count as edits of a person. */
  @Test
  void needsThePristineChartIfItsVersionHasOtherContent() throws Exception {
    var project = project("1.0.0", inRepository());
    var file = project.resolve("PROJECT");
    edit(file, REPOSITORY.url(), CARELESS.url());
    var unedited = run(project, "update chart Boat", "--check");
    assertTrue(unedited.out().contains("boat 1.0.0 → boat 1.0.0\n"), unedited::out);

    Files.writeString(project.resolve("helm-charts/boat/mine.txt"), "mine\n");
    assertEquals(
        new Run(
            1,
            "",
            "helm-charts/boat: the copy has edits, and boat of %s has other files in version 1.0.0 now than when it was"
                    .formatted(CARELESS.url())
                + " copied; name the chart that was copied, a directory or a .tgz, with --from\n"),
        run(project, "update chart Boat"));
    var from = "--from=" + REPOSITORY.folder().resolve("boat-1.0.0.tgz");
    var outcome = run(project, "update chart Boat", from);
    assertEquals(0, outcome.code(), outcome::err);
    assertTrue(outcome.out().contains("- Kept as they are here: `mine.txt`\n"), outcome::out);
    var wrong =
        run(
            project,
            "update chart Boat",
            "--helm-chart=boat",
            "--helm-chart-repo=" + REPOSITORY.url(),
            "--helm-chart-version=1.1.0",
            "--from=" + REPOSITORY.folder().resolve("boat-1.1.0.tgz"));
    assertTrue(
        wrong
            .err()
            .endsWith("boat-1.1.0.tgz has version 1.1.0, and the copy is of version 1.0.0\n"),
        wrong::err);
  }

  @Test
  void writesNoPasswordAndNamesAMissingVersion() throws Exception {
    var place = REPOSITORY.url().replace("//", "//me:secret@");
    var project = project("1.0.0", "--helm-chart=boat", "--helm-chart-repo=" + place + "/");
    var file = project.resolve("PROJECT");
    assertTrue(
        Files.readString(file).contains("    repository: " + REPOSITORY.url() + "\n"),
        Files.readString(file));
    edit(file, "version: 1.0.0", "version: 0.9.0");
    Files.writeString(project.resolve("helm-charts/boat/mine.txt"), "mine\n");
    assertEquals(
        new Run(
            1,
            "",
            "helm-charts/boat: chart boat 0.9.0 of %s: there is no version 0.9.0; there are 2.0.0-rc.1, 1.1.0, 1.0.0."
                    .formatted(REPOSITORY.url())
                + " The copy has edits, so the version that was copied is needed: name it, a directory or a .tgz, with"
                + " --from\n"),
        run(project, "update chart Boat", "--helm-chart-repo=" + place));
  }
}
