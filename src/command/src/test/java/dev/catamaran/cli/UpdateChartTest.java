package dev.catamaran.cli;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.cli.TestProject.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
      for (var file : project.tree().entrySet()) {
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

  private Outcome update(String... options) {
    return project.command("update chart", options);
  }

  private Outcome updateToNext(String... options) {
    var all =
        new ArrayList<>(
            List.of(
                "Web", "--helm-chart", next.folder() + "", "--from", folder.resolve("old") + ""));
    all.addAll(List.of(options));
    return update(all.toArray(String[]::new));
  }

  @Test
  void writesAllThatFollowsFromTheNewVersion() throws IOException {
    project.append(COPY + "templates/settings.yaml", "# mine\n");
    project.write(COPY + "templates/extra.yaml", "# of a person\n");

    var text = updateToNext().isOf(0).out();
    assertContains(
        text,
        """
        ## helm-charts/web: web 0.1.0 → web 0.2.0

        - Added: `templates/box.yaml`
        - Changed: `Chart.yaml`, `values.schema.json`, `values.yaml`
        - Kept as they are here: `templates/extra.yaml`, `templates/settings.yaml`
        """);
    assertContains(text, "- Generated anew: `config/crd/bases/", "`config/tenant/account.yaml`");
    assertContains(project.read(SAMPLE), "#   greeting: hello\n");
    assertContains(project.read(COPY + "templates/settings.yaml"), "# mine\n");
    var after = project.tree();
    project.manifests().isOf(0);
    assertEquals(after, project.tree());

    assertEquals(
        new Outcome(0, "`helm-charts/web`: web 0.2.0 is up to date.\n", ""),
        update("Web", "--helm-chart", copyOfProject() + ""));
  }

  private Path copyOfProject() throws IOException {
    var copy = new TestProject(folder.resolve("same"));
    for (var file : project.tree().entrySet()) {
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
    assertFalse(Files.exists(project.file(COPY + "templates/settings.yaml")));
    assertContains(project.read(SAMPLE), "replicas: 3");
  }

  @Test
  void writesBothSidesInAConflict() throws IOException {
    next.delete("templates/settings.yaml");
    project.append(COPY + "templates/settings.yaml", "# mine\n");
    project.replace(COPY + "values.yaml", "name: box", "name: mine");
    assertEquals(
        """
        These files need your decision; then run make manifests:
        helm-charts/web/templates/settings.yaml: you edited it, and the new version does not have it
        helm-charts/web/values.yaml: you and the new version changed the same lines
        """,
        updateToNext().isOf(1).err());
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
    var before = project.tree();
    var outcome = updateToNext();
    assertEquals(1, outcome.code(), outcome::out);
    assertContains(outcome.err(), "after the merge, helm-charts/web: ");
    assertEquals(before, project.tree());
  }

  @Test
  void checksWithoutWriting() throws IOException {
    next.replace("Chart.yaml", "version: 0.2.0", "version: 0.0.9")
        .replace("Chart.yaml", "name: web", "name: site");
    var before = project.tree();
    var outcome = updateToNext("--check").isOf(2);
    assertContains(
        outcome.out(),
        "web 0.1.0 → site 0.0.9",
        "- The new version is older than the present one.\n",
        "- The chart has another name, so it may be another chart: ");
    assertContains(outcome.err(), "Run the same command without --check, and commit the files\n");
    assertEquals(before, project.tree());
  }

  /** Of a long sentence: what is wrong, and what to do. */
  @Test
  void givesTheRemedyALineOfItsOwn() {
    assertFails(
        "PROJECT has no place with further versions;\n`catamaran update chart Web --helm-chart");
  }

  @Test
  void saysWhatIsMissing() {
    assertFails(
        "--helm-chart, --helm-chart-repo, --helm-chart-version and --from are for",
        "--helm-chart-version=1.0.0");
    assertFails("the project has no kind Cache with a chart; it has Web.shop.my.domain", "Cache");
    assertFails("PROJECT does not say from where the chart of Web was pulled", "Web");
    var chart = "--helm-chart=" + next.folder();
    assertFails("PROJECT does not say of which chart it is a copy", "Web", chart);
    assertFails("--from: /nowhere does not exist", "Web.shop.my.domain", chart, "--from=/nowhere");
  }

  private void assertFails(String message, String... options) {
    assertContains(update(options).isOf(1).err(), message);
  }
}
