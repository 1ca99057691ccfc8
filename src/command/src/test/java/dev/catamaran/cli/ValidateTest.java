package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken projects: watches.yaml, classes, CRDs, samples, rights. ValidateChartsTest has charts. */
class ValidateTest {
  private static final String CRD = "config/crd/bases/shop.my.domain_webs.yaml";
  private static final String SAMPLE = "config/samples/shop_v1alpha1_web.yaml";
  private static final String ROLE = "config/rbac/role.yaml";

  @TempDir private static Path base;
  private static TestProject valid;

  private final TestProject project;

  ValidateTest(@TempDir Path folder) throws IOException {
    this.project = valid.copy(folder);
  }

  @BeforeAll
  static void makeAValidProject() throws IOException {
    valid = TestProject.make(base);
  }

  private void assertReports(int code, String text) {
    var outcome = project.validate();
    assertEquals(text, outcome.out());
    assertEquals("", outcome.err());
    assertEquals(code, outcome.code());
  }

  @Test
  void findsNothingInANewProject() {
    assertReports(0, "no problems: 1 kind, 1 chart\n");
  }

  @Test
  void reportsAllProblemsOfTheWatches() throws IOException {
    project
        .replace("watches.yaml", "chart: helm-charts/web", "chart: helm-charts/wep")
        .append("watches.yaml", "  reconcilePeriode: 1m\n");
    assertReports(
        1,
        """
        watches.yaml:5: error: chart helm-charts/wep: does not exist; check the path
        watches.yaml:7: error: unknown field "reconcilePeriode"; did you mean reconcilePeriod?
        2 errors, 0 warnings
        """);
  }

  @Test
  void reportsMissingWatches() throws IOException {
    project.delete("watches.yaml");
    assertReports(
        1,
        project.file("watches.yaml")
            + """
        : error: not found; set --watches-file
        1 error, 0 warnings
        """);
  }

  @Test
  void reportsAClassThatIsNotThere() throws IOException {
    project.replace(
        "watches.yaml",
        "chart: helm-charts/web",
        "chart: helm-charts/web\n  extensions:\n  - a.Extension\n  - java.lang.String");
    assertReports(
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
    assertReports(
        0,
        """
        watches.yaml:6: warning: class a.Webhook is not on the class path; run `make build`, and name the jar in `CATAMARAN_CLASSPATH`
        0 errors, 1 warning
        """);
  }

  @Test
  void reportsAMissingDefinition() throws IOException {
    project.delete(CRD);
    assertReports(
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
    assertReports(
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
    assertReports(
        1,
        """
        config/crd/bases/shop.my.domain_webs.yaml:13: error: 0 versions have storage: true, and there must be one; correct the CRD
        config/crd/bases/shop.my.domain_webs.yaml:14: error: version v1alpha1 has no status subresource; add `subresources: {status: {}}`
        config/crd/bases/shop.my.domain_webs.yaml:43: error: uniqueItems is not allowed; use x-kubernetes-list-type; correct the CRD
        3 errors, 0 warnings
        """);
  }

  @Test
  void reportsAKustomizationThatIsNotRight() throws IOException {
    project.replace(
        "config/crd/kustomization.yaml", "shop.my.domain_webs.yaml", "shop.my.domain_web.yaml");
    assertReports(
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
    assertReports(
        1,
        """
        config/crd/bases/shop.my.domain_webs.yaml:8: warning: watches.yaml has no entry for Web in shop.my.domain; add the entry, or remove the CRD
        watches.yaml:2: error: config/crd/bases has no CRD of Webs in shop.my.domain; run `make manifests`
        1 error, 1 warning
        """);
  }

  @Test
  void reportsASampleThatItsDefinitionRefuses() throws IOException {
    project.replace(SAMPLE, "replicas: 1", "replicas: many");
    assertReports(
        1,
        """
        config/samples/shop_v1alpha1_web.yaml:7: error: spec.replicas: string found, integer expected; correct the sample, or run `make manifests`
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
    assertReports(
        1,
        """
        config/samples/shop_v1alpha1_web.yaml:1: error: config/crd/bases/shop.my.domain_webs.yaml does not serve version v1; correct the sample, or run `make manifests`
        config/samples/shop_v1alpha1_web.yaml:14: warning: unknown kind "Wep" of "shop.my.domain/v1"; correct apiVersion and kind
        1 error, 1 warning
        """);
  }

  @Test
  void reportsARightThatAPersonRemoved() throws IOException {
    project.replace(ROLE, "  - configmaps\n  verbs:\n  - create\n", "  - configmaps\n  verbs:\n");
    assertReports(
        1,
        """
        config/rbac/role.yaml:7: error: the role does not allow to create configmaps (values in ConfigMaps and Secrets, web/templates/settings.yaml); run `make manifests`
        1 error, 0 warnings
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
          verbs: [create, delete, get, list, patch, update, watch]
        """);
    assertReports(
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
    assertReports(
        1,
        """
        config/rbac/kustomization.yaml:5: error: role.yaml does not exist; remove the line, or add the file
        config/rbac/more.yaml: warning: config/rbac/kustomization.yaml does not list it; add it to resources, or remove the file
        config/rbac/more.yaml:2: error: not YAML: while parsing a flow node: expected the node content, but found '<stream end>'; look at column 1
        config/rbac/role.yaml: error: the file does not exist; run `make manifests`
        3 errors, 1 warning
        """);
  }

  @Test
  void warnsOfFilesThatAreOutOfDate() throws IOException {
    project.replace("helm-charts/web/values.yaml", "name: box", "name: box\nlabel: a");
    assertReports(
        0,
        """
        config/crd/bases/shop.my.domain_webs.yaml: warning: the file is out of date; run `make manifests`, and commit the files
        0 errors, 1 warning
        """);
  }

  @Test
  void writesJson() throws IOException {
    breakSampleAndRole();
    var outcome = project.validate("-o", "json");
    assertEquals(
        """
        [ {
          "severity" : "warning",
          "rule" : "rbac-unlisted",
          "file" : "config/rbac/further role.yaml",
          "line" : 0,
          "message" : "config/rbac/kustomization.yaml does not list it",
          "hint" : "add it to resources, or remove the file"
        }, {
          "severity" : "error",
          "rule" : "sample-schema",
          "file" : "config/samples/shop_v1alpha1_web.yaml",
          "line" : 7,
          "message" : "spec.replicas: string found, integer expected",
          "hint" : "correct the sample, or run `make manifests`"
        } ]
        """,
        outcome.out());
    assertEquals(1, outcome.code());
  }

  private void breakSampleAndRole() throws IOException {
    project
        .replace(SAMPLE, "replicas: 1", "replicas: many")
        .write("config/rbac/further role.yaml", "kind: ClusterRole\n");
  }

  @Test
  void writesSarif() throws IOException {
    breakSampleAndRole();
    var outcome = project.validate("--output", "sarif");
    assertEquals(
        """
        {
          "$schema" : "https://json.schemastore.org/sarif-2.1.0.json",
          "version" : "2.1.0",
          "runs" : [ {
            "tool" : {
              "driver" : {
                "name" : "catamaran validate",
                "rules" : [ {
                  "id" : "sample-schema",
                  "shortDescription" : {
                    "text" : "a sample violates the CRD of its kind"
                  },
                  "help" : {
                    "text" : "correct the sample, or run `make manifests`"
                  },
                  "defaultConfiguration" : {
                    "level" : "error"
                  }
                }, {
                  "id" : "rbac-unlisted",
                  "shortDescription" : {
                    "text" : "config/rbac/kustomization.yaml does not list a file of its folder"
                  },
                  "help" : {
                    "text" : "add it to resources, or remove the file"
                  },
                  "defaultConfiguration" : {
                    "level" : "warning"
                  }
                } ]
              }
            },
            "results" : [ {
              "ruleId" : "rbac-unlisted",
              "ruleIndex" : 1,
              "level" : "warning",
              "message" : {
                "text" : "config/rbac/kustomization.yaml does not list it; add it to resources, or remove the file"
              },
              "locations" : [ {
                "physicalLocation" : {
                  "artifactLocation" : {
                    "uri" : "config/rbac/further%20role.yaml"
                  }
                }
              } ]
            }, {
              "ruleId" : "sample-schema",
              "ruleIndex" : 0,
              "level" : "error",
              "message" : {
                "text" : "spec.replicas: string found, integer expected; correct the sample, or run `make manifests`"
              },
              "locations" : [ {
                "physicalLocation" : {
                  "artifactLocation" : {
                    "uri" : "config/samples/shop_v1alpha1_web.yaml"
                  },
                  "region" : {
                    "startLine" : 7
                  }
                }
              } ]
            } ]
          } ]
        }
        """,
        outcome.out());
    assertEquals(1, outcome.code());
  }

  @Test
  void refusesAnUnknownForm() {
    assertEquals(2, project.validate("-o", "xml").code());
  }
}
