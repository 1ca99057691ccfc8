package dev.catamaran.cli;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a chart makes of a custom resource in a file. */
class TemplateTest {
  private static final String CHART = "helm-charts/web/";
  private static final String TEMPLATE = CHART + "templates/settings.yaml";
  private static final String ENTRY = "  chart: helm-charts/web\n";

  private final TestProject project;

  TemplateTest(@TempDir Path folder) throws IOException {
    this.project = TestProject.validIn(folder);
  }

  @BeforeEach
  void writeTheCustomResource() throws IOException {
    project.write("web.yaml", web("{replicas: 3}"));
  }

  private static String web(String spec) {
    return """
        apiVersion: shop.my.domain/v1alpha1
        kind: Web
        metadata: {name: front}
        spec: %s
        """
        .formatted(spec);
  }

  private String[] file() {
    return new String[] {"-f", project.file("web.yaml").toString()};
  }

  @Test
  void printsTheObjectsWithTheValuesOfTheSpecAndTheOverrides() throws IOException {
    project
        .append(TEMPLATE, "  name: {{ .Values.name }}\n  in: {{ .Release.Namespace }}\n")
        .replace("watches.yaml", ENTRY, ENTRY + "  overrideValues: {name: fixed}\n");
    assertEquals(
        """
        ---
        # Source: web/templates/settings.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: front
        data:
          replicas: "3"
          name: fixed
          in: shop
        """,
        project.succeed("template -n shop", file()));
  }

  @Test
  void printsHooksAfterTheObjects() throws IOException {
    project.write(
        CHART + "templates/job.yaml",
        """
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: {{ .Release.Name }}-job
          annotations: {helm.sh/hook: pre-upgrade}
        """);
    var text = project.succeed("template", file());
    assertContains(text, "kind: ConfigMap", "# Source: web/templates/job.yaml", "name: front-job");
  }

  @Test
  void rendersEachOfAList() throws IOException {
    project.write(
        "web.yaml",
        """
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: shop.my.domain/v1alpha1, kind: Web, metadata: {name: one}}
        - {apiVersion: shop.my.domain/v1alpha1, kind: Web, metadata: {name: two}}
        """);
    assertContains(project.succeed("template", file()), "name: one", "name: two");
  }

  @Test
  void tellsWhatItLeavesOut() throws IOException {
    project
        .append(TEMPLATE, "  old: {{ (lookup \"v1\" \"Secret\" \"default\" \"old\") | quote }}\n")
        .replace(
            "watches.yaml",
            ENTRY,
            ENTRY
                + "  overrideValues: {name: \"${NOT_SET_HERE}\"}\n  valuesFrom: [{kind: Secret, name: passwords}]\n");
    assertContains(
        project.command("template", file()).isOf(0).err(),
        "note: web.shop.my.domain/front: without the override of name",
        "note: web.shop.my.domain/front: without the values of Secret/passwords",
        "note: web.shop.my.domain/front: without what the chart looks up: Secret old");
  }

  @Test
  void saysWhatTheChartRefuses() throws IOException {
    project.write("web.yaml", web("{replicas: many}"));
    assertContains(
        project.refuse("template", file()),
        "web.shop.my.domain/front: values don't meet",
        "at '/replicas': got string, want integer");
  }

  @Test
  void namesTheKindsThatHaveAChart() throws IOException {
    project.write("web.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: front}\n");
    assertContains(
        project.refuse("template", file()),
        "watches.yaml has no chart for v1 Pod; it has for: shop.my.domain/v1alpha1 Web");
  }

  @Test
  void saysWhatIsWrongWithTheCustomResource() throws IOException {
    project.write("web.yaml", web("[1]"));
    assertContains(project.refuse("template", file()), "Web front: spec must be an object");
    project.write("web.yaml", web("{}").replace("{name: front}", "front"));
    assertContains(project.refuse("template", file()), "Web: metadata.name is missing");
  }

  @Test
  void saysWhatIsWrongWithTheFile() throws IOException {
    project.write("web.yaml", "a: [");
    assertContains(project.refuse("template", file()), "web.yaml is not valid YAML: line ");
    project.write("web.yaml", "# nothing\n");
    assertContains(project.refuse("template", file()), "web.yaml has no custom resource");
    project.delete("web.yaml");
    var message = project.refuse("template", file());
    assertContains(message, "web.yaml does not exist");
    project.delete("watches.yaml");
    assertContains(project.refuse("template", file()), "or name that with --project");
    assertFalse(message.contains("Exception"), message);
  }
}
