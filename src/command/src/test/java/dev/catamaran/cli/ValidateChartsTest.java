package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects with broken charts. */
class ValidateChartsTest {
  private static final String CHART = "helm-charts/web/";
  private static final String TEMPLATE = CHART + "templates/settings.yaml";
  private static final String VALUE = ".Values.replicas | quote";

  private final TestProject project;

  ValidateChartsTest(@TempDir Path folder) throws IOException {
    this.project = TestProject.validIn(folder);
  }

  @Test
  void reportsFilesOfAChartThatAreNotValid() throws IOException {
    project
        .replace(CHART + "Chart.yaml", "version: 0.1.0", "version: one")
        .append(CHART + "values.schema.json", "}");
    project.assertReports(
        1,
        """
        helm-charts/web/Chart.yaml:3: error: version "one" is not SemVer; use MAJOR.MINOR.PATCH, e.g. 0.1.0
        helm-charts/web/values.schema.json:2: error: invalid: column 1: Unexpected close marker '}': no open Object to close
        2 errors, 0 warnings
        """);
  }

  @Test
  void reportsDefaultsThatTheSchemaRefuses() throws IOException {
    project.replace(CHART + "values.yaml", "replicas: 1", "replicas: many");
    project.assertReports(
        1,
        """
        helm-charts/web/values.yaml:2: error: replicas: got string, want integer; correct values.yaml or the schema
        1 error, 0 warnings
        """);
  }

  /** They are set where the operator runs. */
  @Test
  void needsNoVariableOfTheOperator() throws IOException {
    project.replace(
        "watches.yaml",
        "  chart: helm-charts/web\n",
        """
          chart: helm-charts/web
          overrideValues:
            name: image-of-${NOT_SET_BY_ANYBODY}
            replicas: ${NOT_SET_BY_ANYBODY}
            "tags[0]": $NOT_SET_BY_ANYBODY
            template: '{{ "${NOT_SET_BY_ANYBODY}" | upper }}'
        """);
    project.assertReports(0, "no problems: 1 kind, 1 chart\n");
    assertEquals("", project.manifests().err());
    assertEquals(0, project.manifests().code());
    for (var generate : List.of("chart", "bundle")) {
      var made =
          TestProject.run(
              "generate",
              generate,
              "--image=a/b:1",
              "--version=1.0.0",
              "--project=" + project.folder());
      assertEquals(0, made.code(), made::err);
    }
  }

  @Test
  void reportsOverridesThatTheSchemaRefuses() throws IOException {
    project.replace(
        "watches.yaml",
        "  chart: helm-charts/web\n",
        "  chart: helm-charts/web\n  overrideValues:\n    name: other\n    replicas: secret\n");
    project.assertReports(
        1,
        """
        watches.yaml:8: error: overrideValues: replicas: got string, want integer; correct the value in watches.yaml
        1 error, 0 warnings
        """);
  }

  @Test
  void reportsAKubernetesVersionThatTheChartExcludes() throws IOException {
    project.replace(CHART + "Chart.yaml", ">=1.20.0", ">=1.99.0");
    project.assertReports(
        1,
        """
        helm-charts/web/Chart.yaml:4: error: chart requires kubeVersion: >=1.99.0 which is incompatible with Kubernetes v1.34.4; allow the version in Chart.yaml
        1 error, 0 warnings
        """);
  }

  @Test
  void reportsATemplateWithAMistake() throws IOException {
    project.replace(TEMPLATE, VALUE, ".Values.none.replicas");
    project.assertReports(
        1,
        """
        helm-charts/web/templates/settings.yaml:6: error: web/templates/settings.yaml:6:22 executing "web/templates/settings.yaml" at <.Values.none.replicas>: nil pointer evaluating interface {}.replicas; correct the template or values
        1 error, 0 warnings
        """);
  }

  @Test
  void reportsATemplateThatDoesNotMakeYaml() throws IOException {
    project.replace(TEMPLATE, "data:", " data:");
    project.assertReports(
        1,
        """
        helm-charts/web/templates/settings.yaml: error: YAML parse error on web/templates/settings.yaml: error converting YAML to JSON: yaml: line 4: did not find expected key; correct the template or values
        1 error, 0 warnings
        """);
  }

  @Test
  void warnsOfValuesThatThePrimaryMustSet() throws IOException {
    project.replace(TEMPLATE, VALUE, "required \"set password\" .Values.password");
    project.assertReports(
        0,
        """
        helm-charts/web/templates/settings.yaml:6: warning: execution error at (web/templates/settings.yaml:6:15): set password; add a default, or set the value in every primary
        0 errors, 1 warning
        """);
  }

  @Test
  void acceptsRequiredValuesFromOverrides() throws IOException {
    project
        .replace(TEMPLATE, VALUE, "required \"set password\" .Values.password")
        .replace(
            "watches.yaml",
            "  chart: helm-charts/web\n",
            "  chart: helm-charts/web\n  overrideValues: {password: x}\n");
    project.assertReports(
        0,
        """
        no problems: 1 kind, 1 chart
        """);
  }

  @Test
  void reportsAnObjectThatTwoTemplatesRender() throws IOException {
    project.write(
        CHART + "templates/other.yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: {{ .Release.Name }}
        """);
    project.assertReports(
        1,
        """
        config/rbac/role.yaml: warning: the file is out of date; run `make manifests`, and commit the files
        config/tenant/account.yaml: warning: the file is out of date; run `make manifests`, and commit the files
        helm-charts/web/templates/settings.yaml: error: ConfigMap sample is rendered 2 times, first by helm-charts/web/templates/other.yaml; remove one, or give it another name
        1 error, 2 warnings
        """);
  }

  @Test
  void warnsOfKindsThatNoNewClusterHas() throws IOException {
    project.write(
        CHART + "templates/issuer.yaml",
        """
        apiVersion: cert-manager.io/v1
        kind: ClusterIssuer
        metadata:
          name: {{ .Release.Name }}
        ---
        apiVersion: shop.my.domain/v1alpha1
        kind: Web
        metadata:
          name: {{ .Release.Name }}
        """);
    project.assertReports(
        1,
        """
        config/rbac/role.yaml: warning: the file is out of date; run `make manifests`, and commit the files
        config/rbac/role.yaml:7: error: the role does not allow to delete webs of shop.my.domain (the watched kind Web, web/templates/issuer.yaml); run `make manifests`
        config/rbac/role.yaml:7: error: the role does not allow to delete, get, list, watch clusterissuers of cert-manager.io (web/templates/issuer.yaml); run `make manifests`
        config/tenant/account.yaml: warning: the file is out of date; run `make manifests`, and commit the files
        helm-charts/web/templates/issuer.yaml: warning: no new cluster has the kind ClusterIssuer of cert-manager.io/v1; install its CRD before, or add it to the chart's directory crds
        2 errors, 3 warnings
        """);
  }

  @Test
  void reportsWhatHelmLintReports() throws IOException {
    project.replace(TEMPLATE, "name: {{ .Release.Name }}", "name: Not_A_Name");
    project.assertReports(
        0,
        """
        helm-charts/web/templates/settings.yaml: warning: object name does not conform to Kubernetes naming requirements: "Not_A_Name": metadata.name: Invalid value: "Not_A_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')
        0 errors, 1 warning
        """);
  }
}
