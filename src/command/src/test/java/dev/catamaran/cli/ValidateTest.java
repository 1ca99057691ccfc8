package dev.catamaran.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects with broken watches, classes, CRDs and samples. */
class ValidateTest {
  private static final String CRD = "config/crd/bases/shop.my.domain_webs.yaml";
  private static final String SAMPLE = "config/samples/shop_v1alpha1_web.yaml";

  private final TestProject project;

  ValidateTest(@TempDir Path folder) throws IOException {
    this.project = TestProject.validIn(folder);
  }

  @Test
  void findsNothingInANewProject() {
    project.assertReports(0, "no problems: 1 kind, 1 chart\n");
  }

  @Test
  void reportsAllProblemsOfTheWatches() throws IOException {
    project
        .replace("watches.yaml", "chart: helm-charts/web", "chart: helm-charts/wep")
        .append("watches.yaml", "  reconcilePeriode: 1m\n");
    project.assertReports(
        1,
        """
        watches.yaml:5: error: chart helm-charts/wep: does not exist; check the path
        watches.yaml:14: error: unknown field "reconcilePeriode"; did you mean reconcilePeriod?
        2 errors, 0 warnings
        """);
  }

  @Test
  void reportsMissingWatches() throws IOException {
    project.delete("watches.yaml");
    project.assertReports(
        1,
        project.file("watches.yaml")
            + """
        : error: not found; set --watches-file
        1 error, 0 warnings
        """);
  }

  @Test
  void reportsAStatusSchemaThatDropsFields() throws IOException {
    var text = Files.readString(project.file(CRD));
    var status =
        text.substring(
            text.indexOf("          status:\n"), text.indexOf("        type: object\n    served"));
    project.replace(CRD, status, "          status: {type: object}\n");
    project.assertReports(
        0,
        """
        config/crd/bases/shop.my.domain_webs.yaml:16: warning: the schema of version v1alpha1 drops status.conditions, status.observedGeneration, status.deployedRelease, status.failures, status.history, status.attempting, status.lastHandledReconcileAt, status.lastHandledResetAt; add them to the schema, or `x-kubernetes-preserve-unknown-fields: true` to the status
        0 errors, 1 warning
        """);
  }

  @Test
  void reportsAClassThatIsNotThere() throws IOException {
    project.replace(
        "watches.yaml",
        "chart: helm-charts/web",
        "chart: helm-charts/web\n  extensions:\n  - a.Extension\n  - java.lang.String");
    project.assertReports(
        1,
        """
        watches.yaml:7: error: class a.Extension is not on the class path; correct the name, or add the jar to the class path
        watches.yaml:8: error: class java.lang.String does not implement dev.catamaran.api.ChartExtension; correct the name, or add the jar to the class path
        2 errors, 0 warnings
        """);
  }

  @Test
  void warnsOfClassesThatAreNotBuilt() throws IOException {
    project
        .write("pom.xml", "<project/>")
        .replace(
            "watches.yaml",
            "chart: helm-charts/web",
            "chart: helm-charts/web\n  webhooks: a.Webhook");
    project.assertReports(
        0,
        """
        watches.yaml:6: warning: class a.Webhook is not on the class path; run `make build`, and name the jar in `CATAMARAN_CLASSPATH`
        0 errors, 1 warning
        """);
  }

  @Test
  void reportsAMissingDefinition() throws IOException {
    project.delete(CRD);
    project.assertReports(
        1,
        """
        config/crd/kustomization.yaml:4: error: bases/shop.my.domain_webs.yaml does not exist; remove the line, or add the file
        watches.yaml:2: error: config/crd/bases has no CRD of Web in shop.my.domain; run `make manifests`
        2 errors, 0 warnings
        """);
  }

  @Test
  void reportsADefinitionOfAnotherVersion() throws IOException {
    project.replace(CRD, "name: v1alpha1", "name: v1");
    project.assertReports(
        1,
        """
        config/samples/shop_v1alpha1_web.yaml:1: error: config/crd/bases/shop.my.domain_webs.yaml does not serve version v1alpha1; correct the sample, or run `make manifests`
        watches.yaml:2: error: config/crd/bases/shop.my.domain_webs.yaml does not serve version v1alpha1; serve it, or correct the version in watches.yaml
        2 errors, 0 warnings
        """);
  }

  @Test
  void reportsADefinitionThatTheApiServerRefuses() throws IOException {
    project
        .replace(CRD, "storage: true", "storage: false")
        .replace(CRD, "description: How many.", "uniqueItems: true")
        .replace(CRD, "    subresources:\n      status: {}\n", "");
    project.assertReports(
        1,
        """
        config/crd/bases/shop.my.domain_webs.yaml:15: error: 0 versions have storage: true, and there must be one; correct the CRD
        config/crd/bases/shop.my.domain_webs.yaml:16: error: version v1alpha1 has no status subresource; add `subresources: {status: {}}`
        config/crd/bases/shop.my.domain_webs.yaml:45: error: uniqueItems is not allowed; use x-kubernetes-list-type; correct the CRD
        3 errors, 0 warnings
        """);
  }

  @Test
  void reportsAKustomizationThatIsNotRight() throws IOException {
    project.replace(
        "config/crd/kustomization.yaml", "shop.my.domain_webs.yaml", "shop.my.domain_web.yaml");
    project.assertReports(
        1,
        """
        config/crd/bases/shop.my.domain_webs.yaml: error: config/crd/kustomization.yaml does not list it; add it to resources
        config/crd/kustomization.yaml:4: error: bases/shop.my.domain_web.yaml does not exist; remove the line, or add the file
        2 errors, 0 warnings
        """);
  }

  @Test
  void warnsOfADefinitionWithoutAWatch() throws IOException {
    project.replace("watches.yaml", "  kind: Web\n", "  kind: Webs\n");
    project.assertReports(
        1,
        """
        config/crd/bases/shop.my.domain_webs.yaml:8: warning: watches.yaml has no entry for Web in shop.my.domain; add the entry, or remove the CRD
        watches.yaml:2: error: config/crd/bases has no CRD of Webs in shop.my.domain; run `make manifests`
        1 error, 1 warning
        """);
  }

  @Test
  void reportsASampleThatItsDefinitionRefuses() throws IOException {
    project.replace(SAMPLE, "spec: {}", "spec:\n  replicas: many");
    project.assertReports(
        1,
        """
        config/samples/shop_v1alpha1_web.yaml:6: error: spec.replicas: string found, integer expected; correct the sample, or run `make manifests`
        1 error, 0 warnings
        """);
  }

  @Test
  void reportsSamplesOfUnknownKindsAndVersions() throws IOException {
    project
        .replace(SAMPLE, "shop.my.domain/v1alpha1", "shop.my.domain/v1")
        .append(
            SAMPLE,
            "---\napiVersion: v1\nkind: Secret\n---\napiVersion: shop.my.domain/v1\nkind: Wep\n");
    project.assertReports(
        1,
        """
        config/samples/shop_v1alpha1_web.yaml:1: error: config/crd/bases/shop.my.domain_webs.yaml does not serve version v1; correct the sample, or run `make manifests`
        config/samples/shop_v1alpha1_web.yaml:16: warning: unknown kind "Wep" of "shop.my.domain/v1"; correct apiVersion and kind
        1 error, 1 warning
        """);
  }

  @Test
  void warnsOfFilesThatAreOutOfDate() throws IOException {
    project.replace("helm-charts/web/values.yaml", "name: box", "name: box\nlabel: a");
    project.assertReports(
        0,
        """
        config/crd/bases/shop.my.domain_webs.yaml: warning: the file is out of date; run `make manifests`, and commit the files
        0 errors, 1 warning
        """);
  }
}
