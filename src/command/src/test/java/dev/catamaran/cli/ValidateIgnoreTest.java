package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Warnings as failures, and comments that let findings be. */
class ValidateIgnoreTest {
  private static final String ROLE = "config/rbac/role.yaml";
  private static final String TEMPLATE = "helm-charts/web/templates/settings.yaml";
  private static final String CHART = "  chart: helm-charts/web";

  private final TestProject project;

  ValidateIgnoreTest(@TempDir Path folder) throws IOException {
    this.project = TestProject.validIn(folder);
  }

  private void needValues() throws IOException {
    project.append(TEMPLATE, "  a: {{ required \"set password\" .Values.password }}\n");
    assertEquals(0, project.manifests().code());
  }

  @Test
  void failsForWarningsIfStrict() throws IOException {
    assertEquals(0, project.validate("--strict").code());
    needValues();
    assertEquals(0, project.validate().code());
    var strict = project.validate("--strict");
    assertEquals(1, strict.code());
    assertTrue(strict.out().endsWith("0 errors, 1 warning\n"), strict::out);
  }

  /** Nobody edits a chart that the next version replaces, to silence a warning. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        CHART + " # catamaran:ignore chart-needs-values",
        "  # catamaran:ignore rbac-wildcard, chart-needs-values: each primary sets it\n" + CHART
      })
  void ignoresARuleForTheChartsOfAnEntry(String entry) throws IOException {
    needValues();
    project.replace("watches.yaml", CHART, entry);
    assertEquals(
        new TestProject.Outcome(0, "no problems: 1 kind, 1 chart; 1 ignored\n", ""),
        project.validate("--strict"));
  }

  @Test
  void ignoresNoOtherRule() throws IOException {
    needValues();
    project.replace("watches.yaml", CHART, CHART + " # catamaran:ignore rbac-wildcard");
    assertEquals(1, project.validate("--strict").code());
  }

  @Test
  void ignoresARuleBesideTheLine() throws IOException {
    needValues();
    project.replace(TEMPLATE, "  a: ", "{{- /* catamaran:ignore chart-needs-values */}}\n  a: ");
    project.manifests();
    assertEquals(0, project.validate("--strict").code());
  }

  @Test
  void ignoresARuleInTheWholeProject() throws IOException {
    project.write("config/rbac/further.yaml", "kind: ClusterRole\n");
    assertEquals(1, project.validate("--strict").code());
    project.replace(
        "watches.yaml",
        "- group: shop.my.domain",
        "# catamaran:ignore rbac-unlisted\n\n- group: shop.my.domain");
    var outcome = project.validate("--strict");
    assertEquals(0, outcome.code(), outcome::out);
    var sarif = project.validate("-o", "sarif").out();
    assertTrue(sarif.contains("\"ruleId\" : \"rbac-unlisted\""), sarif);
    assertTrue(sarif.contains("\"kind\" : \"inSource\""), sarif);
    assertEquals("[ ]\n", project.validate("-o", "json").out());
  }

  @Test
  void namesARuleThatDoesNotExist() throws IOException {
    project.replace("watches.yaml", CHART, CHART + " # catamaran:ignore rbac-wildcart");
    project.assertReports(
        0,
        """
        watches.yaml:5: warning: there is no rule "rbac-wildcart" to ignore; correct the name
        0 errors, 1 warning
        """);
  }

  @Test
  void findsTheRoleOfAPersonAgainAfterTheCommentIsGone() throws IOException {
    project.append(
        ROLE,
        "- apiGroups: ['*'] # catamaran:ignore rbac-wildcard\n  resources: [pods]\n  verbs: [get]\n");
    assertEquals(0, project.validate("--strict").code(), () -> project.validate().out());
    project.replace(ROLE, " # catamaran:ignore rbac-wildcard", "");
    assertEquals(1, project.validate("--strict").code());
  }
}
