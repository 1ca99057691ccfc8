package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cli.GoldenTree;
import dev.catamaran.cli.Main;
import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.project.KeptCharts.Use;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.ClassRights;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.WatchesLoader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A project of three kinds, whose charts are recorded again only after a change. */
class KeptChartsTest {
  private static final RecordingInputs INPUTS = new RecordingInputs(RecordingTool.ofThisProcess());
  private static final String TEMPLATE =
      """
      apiVersion: v1
      kind: %s
      metadata: {name: "{{ .Release.Name }}"}
      """;

  private final Path work;
  private final Path project;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  KeptChartsTest(@TempDir Path work) {
    this.work = work;
    this.project = work.resolve("fleet");
  }

  /** Answers as usual, and notes the charts. */
  private static final class Counted implements FromCharts {
    private final FromCharts anew;
    private final List<String> recorded = new ArrayList<>();

    Counted(FromCharts anew) {
      this.anew = anew;
    }

    @Override
    public ChartRights rights(RecordedChart chart) {
      recorded.add("rights " + chart.folder().getFileName());
      return anew.rights(chart);
    }

    @Override
    public ChartDefinition definition(ProjectApi api, Path chart) {
      recorded.add("definition " + chart.getFileName());
      return anew.definition(api, chart);
    }
  }

  @BeforeEach
  void make() throws IOException {
    assertEquals(0, run("init", "--domain", "my.domain", "--project", project + ""), err::toString);
    for (var name : List.of("anchor", "buoy", "canoe")) {
      chart(name);
      assertEquals(
          0,
          run("create", "api", "--helm-chart", work.resolve(name) + "", "--project", project + ""),
          err::toString);
    }
    generate(INPUTS);
  }

  private void chart(String name) throws IOException {
    write(name + "/Chart.yaml", "{apiVersion: v2, name: %s, version: 0.1.0}".formatted(name));
    write(name + "/values.yaml", "# How many.\nreplicas: 1\n");
    write(name + "/templates/a.yaml", TEMPLATE.formatted("ConfigMap"));
  }

  private void write(String path, String text) throws IOException {
    var file = work.resolve(path);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  private int run(String... arguments) {
    return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private int manifests(String... more) {
    var all = new ArrayList<>(List.of("manifests", "--watches-file"));
    all.add(project.resolve("watches.yaml").toString());
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  /** Generates the files as `catamaran manifests` does; returns what was recorded. */
  private List<String> generate(RecordingInputs inputs) {
    try (var anew = new RecordedAnew(ChartEngine::start)) {
      return generate(inputs, Use.TRUST, anew);
    }
  }

  private List<String> generate(RecordingInputs inputs, Use use, FromCharts anew) {
    try {
      var watches =
          new WatchesLoader(chart -> {}, template -> template)
              .load(project.resolve("watches.yaml"), Map.of());
      var manifests = GeneratedManifests.of(project, watches);
      var changes = new Changes(project);
      var counted = new Counted(anew);
      var apis = ProjectFile.read(project).charts().toList();
      var known = new KeptCharts(apis, changes, use, inputs, counted);
      manifests.addTo(changes, ClassRights.NONE, known);
      known.addTo(changes, manifests.charts());
      changes.write(false);
      return counted.recorded;
    } catch (InvalidWatchesException e) {
      throw new IllegalStateException(e);
    }
  }

  private SortedMap<String, String> tree() throws IOException {
    return GoldenTree.files(project);
  }

  @Test
  void nothingIsRecordedIfNothingChanged() throws IOException {
    var before = tree();
    try (var anew =
        new RecordedAnew(
            () -> {
              throw new AssertionError("Helm starts");
            })) {
      assertEquals(List.of(), generate(INPUTS, Use.TRUST, anew));
    }
    assertEquals(before, tree());
  }

  /** A rule that no recording finds shows that there was none. */
  @Test
  void onlyTheNewKindIsRecorded() throws IOException {
    forge(KeptChartsTest::forged);
    chart("dinghy");
    assertEquals(
        0,
        run(
            "create",
            "api",
            "--helm-chart",
            work.resolve("dinghy") + "",
            "--project",
            project + ""),
        err::toString);
    var accounts = Files.readString(project.resolve("config/tenant/account.yaml"));
    assertTrue(accounts.contains("# nothing.\n"), accounts);
    assertTrue(accounts.contains("dinghy/templates/a.yaml, "), accounts);
    assertEquals(List.of(), generate(INPUTS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"values.yaml", "templates/b.yaml", "ci/x-values.yaml", "README.md", ".helmignore"})
  void onlyTheChangedChartIsRecorded(String file) throws IOException {
    write("fleet/helm-charts/buoy/" + file, "# changed\n");
    assertEquals(List.of("definition buoy", "rights buoy"), generate(INPUTS));
    assertEquals(List.of(), generate(INPUTS));
  }

  @Test
  void anotherToolRecordsAll() {
    var others = new RecordingInputs(Optional.of("another"));
    assertEquals(6, generate(others).size());
    assertEquals(List.of(), generate(others));
    assertEquals(6, generate(new RecordingInputs(Optional.empty())).size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"crds: CreateReplace", "test: true"})
  void anotherUseOfTheChartIsRecorded(String option) throws IOException {
    var watches = project.resolve("watches.yaml");
    var text = Files.readString(watches);
    Files.writeString(
        watches,
        text.replace(
            "  chart: helm-charts/canoe\n", "  chart: helm-charts/canoe\n  " + option + "\n"));
    assertNotEquals(text, Files.readString(watches));
    assertEquals(List.of("rights canoe"), generate(INPUTS));
  }

  /** The files are the same as from nothing, after each of these changes and all together. */
  @Test
  void theFilesAreThoseOfAFirstRecording() throws IOException {
    compareWithFirst();
    write("fleet/helm-charts/anchor/templates/b.yaml", TEMPLATE.formatted("ServiceAccount"));
    compareWithFirst();
    write("fleet/helm-charts/canoe/values.yaml", "replicas: 2\ncolor: red\n");
    Files.delete(project.resolve("helm-charts/buoy/templates/a.yaml"));
    write("fleet/helm-charts/buoy/templates/c.yaml", TEMPLATE.formatted("Secret"));
    compareWithFirst();
    write("fleet/helm-charts/canoe/ci/x-values.yaml", "color: blue\n");
    write(
        "fleet/helm-charts/canoe/templates/b.yaml",
        "{{- if eq .Values.color \"blue\" }}\n" + TEMPLATE.formatted("Service") + "{{- end }}\n");
    compareWithFirst();
  }

  private void compareWithFirst() throws IOException {
    generate(INPUTS);
    var made = tree();
    try (var kept = Files.list(project.resolve(".catamaran/recorded"))) {
      for (var file : kept.toList()) {
        Files.delete(file);
      }
    }
    assertEquals(6, generate(INPUTS).size());
    assertEquals(made, tree());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"configmaps\"", "\"list\"", "\"inputs\" : \"", "true"})
  void anEditedFileIsNotUsed(String text) throws IOException {
    var before = tree();
    var file = project.resolve(".catamaran/recorded/charts.my.domain_buoys.json");
    var kept = Files.readString(file);
    assertTrue(kept.contains(text), kept);
    Files.writeString(file, kept.replace(text, text.contains("true") ? "false" : text + "0"));
    assertEquals(List.of("definition buoy", "rights buoy"), generate(INPUTS));
    assertEquals(before, tree());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "<<<<<<< ours\n", "null"})
  void aDamagedFileIsWrittenAgain(String text) throws IOException {
    var before = tree();
    write("fleet/.catamaran/recorded/charts.my.domain_buoys.json", text);
    assertEquals(List.of("definition buoy", "rights buoy"), generate(INPUTS));
    assertEquals(before, tree());
  }

  /** What is kept of a CRD is its digest. */
  @Test
  void anEditedMemoryOfACrdIsNotUsed() throws IOException {
    var before = tree();
    var memory = ".catamaran/generated/config/crd/bases/charts.my.domain_buoys.yaml";
    write("fleet/" + memory, before.get(memory) + "# edited\n");
    assertEquals(List.of("definition buoy"), generate(INPUTS));
    assertEquals(before.get(memory), tree().get(memory));
  }

  /** Whoever opens a pull request can write any text, with its digest. */
  @Test
  void aComparisonFindsForgedRights() throws IOException {
    forge(KeptChartsTest::forged);
    try (var anew = new RecordedAnew(ChartEngine::start)) {
      var e = assertThrows(ManagerException.class, () -> generate(INPUTS, Use.COMPARE, anew));
      assertEquals(
          ".catamaran/recorded/charts.my.domain_buoys.json has other permissions or another CRD than the chart needs."
              + " Delete it, run `catamaran manifests`, and see what changes in config/",
          e.getMessage());
    }
  }

  private static ChartRights forged(ChartRights rights) {
    var all = new ArrayList<>(rights.making());
    all.add(Rule.of(Reach.CLUSTER, "*", "*", List.of("*"), "nothing"));
    return new ChartRights(
        all,
        rights.elsewhere(),
        rights.seeing(),
        rights.unrendered(),
        rights.notes(),
        rights.isRecorded(),
        rights.isWhole());
  }

  private void forge(UnaryOperator<ChartRights> edit) throws IOException {
    var file = project.resolve(".catamaran/recorded/charts.my.domain_buoys.json");
    var kind = KeptKind.read(Files.readString(file)).orElseThrow();
    var rights =
        kind.rights().stream()
            .map(kept -> new KeptKind.Rights(kept.inputs(), edit.apply(kept.recorded())))
            .toList();
    Files.writeString(file, new KeptKind(kind.definitions(), rights).text());
  }

  @Test
  void aComparisonRecordsAllAndTakesNothing() throws IOException {
    try (var anew = new RecordedAnew(ChartEngine::start)) {
      assertEquals(6, generate(INPUTS, Use.COMPARE, anew).size());
    }
  }

  @Test
  void theCommandFindsForgedRights() throws IOException {
    out.getBuffer().setLength(0);
    assertEquals(0, manifests(), err::toString);
    assertEquals(0, manifests("--check"), err::toString);
    var before = tree();
    forge(KeptChartsTest::forged);
    assertEquals(1, manifests("--check"));
    assertTrue(err.toString().contains("charts.my.domain_buoys.json has other"), err::toString);
    Files.delete(project.resolve(".catamaran/recorded/charts.my.domain_buoys.json"));
    assertEquals(0, manifests("--check"), err::toString);
    assertEquals(0, manifests(), err::toString);
    assertEquals(before, tree());
    assertFalse(out.toString().contains(".catamaran/recorded"), out::toString);
  }

  @Test
  void aValidationFindsForgedRights() throws IOException {
    var watches = project.resolve("watches.yaml").toString();
    assertEquals(0, run("validate", "--watches-file", watches), out::toString);
    forge(KeptChartsTest::forged);
    out.getBuffer().setLength(0);
    assertEquals(1, run("validate", "--watches-file", watches));
    assertTrue(
        out.toString()
            .contains(
                "PROJECT: error: .catamaran/recorded/charts.my.domain_buoys.json has other permissions or another CRD"),
        out::toString);
  }

  /** The next command would take the rights of the edited chart for those of the first one. */
  @Test
  void nothingIsKeptOfAChartThatIsEditedMeanwhile() throws IOException {
    var template = "fleet/helm-charts/buoy/templates/a.yaml";
    write(template, TEMPLATE.formatted("Secret"));
    try (var anew = new RecordedAnew(ChartEngine::start)) {
      generate(
          INPUTS,
          Use.TRUST,
          chart -> {
            var rights = anew.rights(chart);
            edit(template, TEMPLATE.formatted("Service"));
            return rights;
          });
    }
    write(template, TEMPLATE.formatted("Secret"));
    assertTrue(generate(INPUTS).contains("rights buoy"));
  }

  private void edit(String path, String text) {
    try {
      write(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The engine may have been killed; the next attempt finds more. */
  @Test
  void nothingIsKeptOfAHinderedRecording() throws IOException {
    write("fleet/helm-charts/buoy/values.yaml", "replicas: 3\n");
    try (var anew = new RecordedAnew(ChartEngine::start)) {
      generate(
          INPUTS,
          Use.TRUST,
          chart -> {
            var rights = anew.rights(chart);
            return new ChartRights(
                rights.making(),
                rights.elsewhere(),
                rights.seeing(),
                rights.unrendered(),
                rights.notes(),
                rights.isRecorded(),
                false);
          });
    }
    assertEquals(List.of("rights buoy"), generate(INPUTS));
    assertEquals(List.of(), generate(INPUTS));
  }
}
