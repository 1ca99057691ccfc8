package dev.catamaran.project;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.catamaran.cli.TestProject;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A project of two kinds, whose charts are recorded again only after a change. */
class KeptChartsTest {
  private static final String KEPT = ".catamaran/recorded/charts.my.domain_buoys.json";
  private static final String OBJECT = "{apiVersion: v1, kind: %s, metadata: {name: a}}\n";

  private final Path work;
  private final TestProject project;

  KeptChartsTest(@TempDir Path work) {
    this.work = work;
    this.project = new TestProject(work.resolve("fleet"));
  }

  @BeforeEach
  void make() throws IOException {
    project.succeed("init --domain my.domain");
    for (var name : List.of("anchor", "buoy")) {
      var chart =
          new TestProject(work.resolve(name))
              .writeAll(
                  Map.of(
                      "Chart.yaml",
                      "{apiVersion: v2, name: %s, version: 0.1.0}".formatted(name),
                      "values.yaml",
                      "on: false\n",
                      "templates/a.yaml",
                      OBJECT.formatted("ConfigMap"),
                      "templates/c.yaml",
                      "{{ if .Values.on }}%s{{ end }}".formatted(OBJECT.formatted("Service"))));
      project.succeed("create api --helm-chart " + chart.folder());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "values.yaml, 'on: true'",
    "ci/x-values.yaml, 'on: true'",
    "templates/a.yaml, '{apiVersion: v1, kind: Secret, metadata: {name: b}}'",
    "templates/b.yaml, '{apiVersion: v1, kind: ServiceAccount, metadata: {name: b}}'",
    ".helmignore, templates/a.yaml",
  })
  void theFilesAreThoseOfAFirstRecording(String file, String text) throws IOException {
    var before = project.tree();
    project.write("helm-charts/buoy/" + file, text).manifests().isOf(0);
    var made = project.tree();
    assertNotEquals(before.get(KEPT), made.get(KEPT));
    project.delete(KEPT).manifests().isOf(0);
    assertEquals(made, project.tree());
    // What a person edited is not used.
    project.replace(KEPT, "\"isWhole\" : true", "\"isWhole\" : false").manifests().isOf(0);
    assertEquals(made, project.tree());
  }

  /** Whoever opens a pull request can write any text, with its digest. */
  @Test
  void aCheckFindsForgedRights() throws IOException {
    var kind = KeptKind.read(project.read(KEPT)).orElseThrow();
    var rights =
        kind.rights().stream()
            .map(kept -> new KeptKind.Rights(kept.inputs(), forged(kept.recorded())))
            .toList();
    project.write(KEPT, new KeptKind(kind.definitions(), rights).text());
    var message = KEPT + " has other permissions or another CRD than the chart needs";
    assertContains(project.command("manifests --check").isOf(1).err(), message);
    assertContains(project.command("validate").isOf(1).out(), "PROJECT: error: " + message);
    project.delete(KEPT).succeed("manifests --check");
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
}
