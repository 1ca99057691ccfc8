package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output for programs. */
class ValidateFormsTest {
  private static final String SAMPLE = "config/samples/shop_v1alpha1_web.yaml";

  private final TestProject project;

  ValidateFormsTest(@TempDir Path folder) throws IOException {
    this.project = TestProject.validIn(folder);
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
          "line" : 6,
          "message" : "spec.replicas: string found, integer expected",
          "hint" : "correct the sample, or run `make manifests`"
        } ]
        """,
        outcome.out());
    assertEquals(1, outcome.code());
  }

  private void breakSampleAndRole() throws IOException {
    project
        .replace(SAMPLE, "spec: {}", "spec:\n  replicas: many")
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
                    "text" : "config/rbac/kustomization.yaml does not list a file of its directory"
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
                    "startLine" : 6
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
    assertEquals(64, project.validate("-o", "xml").code());
  }
}
