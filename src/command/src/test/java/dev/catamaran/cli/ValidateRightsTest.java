package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects with a role that is not right. */
class ValidateRightsTest {
  private static final String ROLE = "config/rbac/role.yaml";

  private final TestProject project;

  ValidateRightsTest(@TempDir Path folder) throws IOException {
    this.project = TestProject.validIn(folder);
  }

  @Test
  void reportsARightThatAPersonRemoved() throws IOException {
    project
        .replace(ROLE, "  - configmaps\n  verbs:\n  - delete\n", "  - configmaps\n  verbs:\n")
        .replace(ROLE, "  - impersonate\n", "  - list\n");
    project.assertReports(
        1,
        """
        config/rbac/role.yaml:7: error: the role does not allow to delete configmaps (web/templates/settings.yaml); run `make manifests`
        config/rbac/role.yaml:7: error: the role does not allow to impersonate serviceaccounts named operator-deployer (the accounts of this name make releases); run `make manifests`
        2 errors, 0 warnings
        """);
  }

  @Test
  void acceptsWildcardsInTheRoleWithAWarning() throws IOException {
    project.write(
        ROLE,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          name: manager-role
        rules:
        - apiGroups: ["*"]
          resources: ["*"]
          verbs: [create, delete, get, impersonate, list, patch, update, watch]
        """);
    project.assertReports(
        0,
        """
        config/rbac/role.yaml:6: warning: * in apiGroups grants more than a chart or class needs; name the groups, resources and verbs
        config/rbac/role.yaml:6: warning: * in resources grants more than a chart or class needs; name the groups, resources and verbs
        0 errors, 2 warnings
        """);
  }

  @Test
  void reportsAMissingRoleAndAnUnlistedFile() throws IOException {
    project.delete(ROLE).write("config/rbac/more.yaml", "kind: [\n");
    project.assertReports(
        1,
        """
        config/rbac/kustomization.yaml:5: error: role.yaml does not exist; remove the line, or add the file
        config/rbac/more.yaml: warning: config/rbac/kustomization.yaml does not list it; add it to resources, or remove the file
        config/rbac/more.yaml:2: error: not YAML: while parsing a flow node: expected the node content, but found '<stream end>'; look at column 1
        config/rbac/role.yaml: error: the file does not exist; run `make manifests`
        3 errors, 1 warning
        """);
  }

  /** In both directions: what an account makes, the operator needs not make, and the reverse. */
  @Test
  void acceptsTheWrittenRightsOfWhoeverMakesTheReleases() throws IOException {
    var safe = Files.readString(project.file(ROLE));
    var account = "serviceAccountName: operator-deployer";
    project.replace("watches.yaml", account, "allowOwnRights: true");
    var before = project.validate();
    assertTrue(before.out().contains("does not allow to create, patch configmaps"), before::out);
    assertEquals(0, project.manifests().code());
    assertEquals(0, project.validate().code());
    assertFalse(Files.readString(project.file(ROLE)).contains("impersonate"));

    project.replace("watches.yaml", "allowOwnRights: true", account);
    assertEquals(0, project.manifests().code());
    assertEquals(safe, Files.readString(project.file(ROLE)));
  }

  @Test
  void acceptsTheWrittenRightsOfEachOfferedChart() throws IOException {
    writeSecondChart()
        .replace(
            "watches.yaml",
            "  chart: helm-charts/web\n",
            """
              chartVersions:
              - {version: 0.1.0, chart: helm-charts/web}
              - {version: 0.2.0, chart: helm-charts/web-2}
            """);
    assertWritesWhatIsMissing();
  }

  @Test
  void acceptsTheWrittenRightsOfAChartThatMoved() throws IOException {
    writeSecondChart()
        .replace("watches.yaml", "  chart: helm-charts/web\n", "  chart: helm-charts/web-2\n");
    assertWritesWhatIsMissing();
  }

  @Test
  void keepsTheRightsOfOfferedChartsWhenAKindIsAdded() throws IOException {
    writeSecondChart()
        .write(
            "helm-charts/web-2/templates/budget.yaml",
            """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: "{{ .Release.Name }}"}
            spec: {maxUnavailable: 1}
            """)
        .replace("watches.yaml", "  chart: helm-charts/web\n", "  chart: helm-charts/web-2\n");
    assertEquals(0, project.manifests().code());

    var added =
        TestProject.run(
            "create", "api", "--kind", "Boat", "--project", project.folder().toString());

    assertEquals(0, added.code(), added::err);
    var role = Files.readString(project.file("config/rbac/role.yaml"));
    assertTrue(role.contains("poddisruptionbudgets"), role);
  }

  @Test
  void saysWhichChartsAreNotRecorded() throws IOException {
    project.replace(
        "watches.yaml",
        "  chart: helm-charts/web\n",
        """
          chartVersions:
          - {version: 0.1.0, chart: helm-charts/web}
          - {version: 0.2.0, chart: oci://registry.example.com/web}
        """);
    var written = project.manifests();
    assertEquals(0, written.code(), written::err);
    assertTrue(
        written
            .out()
            .contains(
                "note: oci://registry.example.com/web 0.2.0: the chart is not on this disk, so the"
                    + " permissions for it are not recorded; add what is missing to config/rbac/role.yaml\n"),
        written::out);
  }

  /** The same chart, with one more kind. */
  private TestProject writeSecondChart() throws IOException {
    for (var file :
        List.of("Chart.yaml", "values.yaml", "values.schema.json", "templates/settings.yaml")) {
      project.write(
          "helm-charts/web-2/" + file, Files.readString(project.file("helm-charts/web/" + file)));
    }
    return project.write(
        "helm-charts/web-2/templates/account.yaml",
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata:
          name: {{ .Release.Name }}
        """);
  }

  private void assertWritesWhatIsMissing() {
    var before = project.validate();
    assertTrue(before.out().contains("serviceaccounts"), before::out);
    var written = project.manifests();
    assertEquals(0, written.code(), written::err);
    var after = project.validate();
    assertEquals(0, after.code(), after::out);
    assertFalse(after.out().contains("role.yaml"), after::out);
  }
}
