package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.TestProject.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code update chart} with charts on disk. */
class UpdateChartTest {
  private static final String COPY = "helm-charts/web/";
  private static final String SAMPLE = "config/samples/shop_v1alpha1_web.yaml";

  private final Path folder;
  private final TestProject project;
  private final TestProject next;

  UpdateChartTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.project = TestProject.validIn(folder.resolve("operator"));
    this.next = new TestProject(folder.resolve("next"));
  }

  /** The chart of the project is the pristine old version; the new one drops and adds values. */
  @BeforeEach
  void makeCharts() throws IOException {
    for (var place : List.of("old", "next")) {
      var chart = new TestProject(folder.resolve(place));
      for (var file : tree().entrySet()) {
        if (file.getKey().startsWith(COPY)) {
          chart.write(file.getKey().substring(COPY.length()), file.getValue());
        }
      }
    }
    next.replace("Chart.yaml", "version: 0.1.0", "version: 0.2.0")
        .write("values.yaml", "# How many.\nreplicas: 1\n# What it says.\ngreeting: hello\n")
        .write(
            "values.schema.json",
            """
            {"type": "object", "properties": {"replicas": {"type": "integer", "minimum": 1}}}
            """)
        .write(
            "templates/box.yaml",
            """
            apiVersion: v1
            kind: Service
            metadata:
              name: {{ .Release.Name }}
              annotations:
                example.com/greeting: {{ .Values.greeting | quote }}
            spec:
              ports:
              - port: 80
            """);
  }

  private SortedMap<String, String> tree() throws IOException {
    return GoldenTree.files(project.folder());
  }

  private Outcome update(String... options) {
    var all = new ArrayList<>(List.of("update", "chart", "--project", project.folder() + ""));
    all.addAll(List.of(options));
    return TestProject.run(all.toArray(String[]::new));
  }

  private Outcome updateToNext(String... options) {
    var all =
        new ArrayList<>(
            List.of(
                "Web", "--helm-chart", next.folder() + "", "--from", folder.resolve("old") + ""));
    all.addAll(List.of(options));
    return update(all.toArray(String[]::new));
  }

  private static void assertContains(String text, String part) {
    assertTrue(text.contains(part), text);
  }

  @Test
  void writesAllThatFollowsFromTheNewVersion() throws IOException {
    project.append(COPY + "templates/settings.yaml", "# mine\n");
    project.write(COPY + "templates/extra.yaml", "# of a person\n");
    var report = folder.resolve("report.md");

    var outcome = updateToNext("--report", report.toString());

    assertEquals(0, outcome.code(), outcome::err);
    var text = Files.readString(report);
    assertContains(
        text,
        """
        ## helm-charts/web: web 0.1.0 → web 0.2.0

        - Added: `templates/box.yaml`
        - Changed: `Chart.yaml`, `values.schema.json`, `values.yaml`
        - Kept as you have them: `templates/extra.yaml`, `templates/settings.yaml`
        """);
    assertContains(text, "- `spec.replicas`: minimum is 1 now, there was none\n");
    assertContains(text, "- `spec.name`: is gone; the API server still accepts and keeps it\n");
    assertContains(text, " on services of core (Role ");
    assertTrue(outcome.out().startsWith(text.lines().findFirst().orElseThrow()), outcome::out);
    assertContains(Files.readString(project.file(SAMPLE)), "#   greeting: hello\n");
    assertTrue(
        Files.readString(project.file(COPY + "templates/settings.yaml")).endsWith("# mine\n"));
    var after = tree();
    assertEquals(0, project.manifests().code());
    assertEquals(after, tree());

    assertEquals(
        new Outcome(0, "`helm-charts/web`: web 0.2.0 is up to date.\n", ""),
        update("Web", "--helm-chart", copyOfProject() + ""));
  }

  private Path copyOfProject() throws IOException {
    var copy = new TestProject(folder.resolve("same"));
    for (var file : tree().entrySet()) {
      if (file.getKey().startsWith(COPY)) {
        copy.write(file.getKey().substring(COPY.length()), file.getValue());
      }
    }
    return copy.folder();
  }

  @Test
  void removesWhatTheNewVersionNoLongerHasAndKeepsAnEditedSample() throws IOException {
    next.delete("templates/settings.yaml");
    project.replace(SAMPLE, "spec: {}", "spec: {replicas: 3}");
    var outcome = updateToNext();
    assertEquals(0, outcome.code(), outcome::err);
    assertContains(outcome.out(), "- Removed: `templates/settings.yaml`\n");
    assertContains(outcome.out(), "- `" + SAMPLE + "` is edited, so it stays");
    assertContains(outcome.out(), "- Removed: ");
    assertContains(outcome.out(), " on configmaps of core");
    assertFalse(Files.exists(project.file(COPY + "templates/settings.yaml")));
    assertContains(Files.readString(project.file(SAMPLE)), "replicas: 3");
  }

  @Test
  void writesNothingInAConflict() throws IOException {
    next.delete("templates/settings.yaml");
    project.append(COPY + "templates/settings.yaml", "# mine\n");
    project.replace(COPY + "values.yaml", "name: box", "name: mine");
    var before = tree();
    assertEquals(
        new Outcome(
            1,
            "",
            """
            an edit and a change of the new version are at the same place; nothing is written:
              helm-charts/web/templates/settings.yaml: you edited it, and the new version does not have it
              helm-charts/web/values.yaml: you and the new version changed the same lines
            Take your edit back there and repeat the command, or decide in the files: --markers writes both sides into texts, and leaves the other files as you have them
            """),
        updateToNext());
    assertEquals(before, tree());

    var outcome = updateToNext("--markers");
    assertEquals(1, outcome.code());
    assertContains(outcome.err(), "These files need your decision; then run make manifests:\n");
    assertContains(
        Files.readString(project.file(COPY + "values.yaml")),
        "<<<<<<< yours\nname: mine\n=======\n# What it says.\ngreeting: hello\n>>>>>>> new version\n");
    assertContains(Files.readString(project.file(COPY + "Chart.yaml")), "version: 0.2.0");
  }

  @Test
  void writesNoInvalidChart() throws IOException {
    var values = "sub:\n# One.\n# Two.\n";
    new TestProject(folder.resolve("old")).write("values.yaml", values);
    project.write(COPY + "values.yaml", values + "  mine: 1\n");
    next.write("values.yaml", values.replace("sub:", "sub: text"));
    var before = tree();
    var outcome = updateToNext();
    assertEquals(1, outcome.code(), outcome::out);
    assertContains(outcome.err(), "after the merge, helm-charts/web: ");
    assertEquals(before, tree());
  }

  @Test
  void checksWithoutWriting() throws IOException {
    var before = tree();
    var outcome = updateToNext("--check");
    assertEquals(1, outcome.code());
    assertContains(outcome.out(), "web 0.1.0 → web 0.2.0");
    assertEquals("Run the same command without --check, and commit the files\n", outcome.err());
    assertEquals(before, tree());
  }

  @Test
  void saysWhatIsMissing() throws IOException {
    assertEquals(
        new Outcome(
            0,
            "`helm-charts/web`: PROJECT has no place with further versions; `catamaran update chart Web --helm-chart"
                + " CHART` updates it.\n",
            ""),
        update());
    assertFails(
        "--version, --helm-chart, --helm-chart-repo and --from are for one chart: name its kind",
        "--version=1.0.0");
    assertFails("the project has no kind Cache with a chart; it has Web.shop.my.domain", "Cache");
    assertFails(
        "helm-charts/web: PROJECT does not say from where the chart of Web was pulled; name the new version with"
            + " --helm-chart",
        "Web");
    assertFails(
        "helm-charts/web: the copy may have edits, and PROJECT does not say of which chart it is a copy; name that"
            + " chart, a directory or a .tgz, with --from",
        "Web",
        "--helm-chart=" + next.folder());
    assertFails(
        "--from: /nowhere does not exist",
        "web.shop.my.domain",
        "--helm-chart=" + next.folder(),
        "--from=/nowhere");
  }

  private void assertFails(String message, String... options) {
    assertEquals(new Outcome(1, "", message + "\n"), update(options));
  }

  @Test
  void saysThatAChartIsOlderOrAnother() throws IOException {
    next.replace("Chart.yaml", "version: 0.2.0", "version: 0.0.9")
        .replace("Chart.yaml", "name: web", "name: site");
    var outcome = updateToNext("--check");
    assertContains(
        outcome.out(),
        """
        ## helm-charts/web: web 0.1.0 → site 0.0.9

        - The new version is older than the present one.
        - The chart has another name, so it may be another chart: labels and names of objects may change with it. The directory helm-charts/web and the kind stay.
        """);
  }
}
