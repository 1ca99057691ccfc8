package dev.catamaran.cli;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.catamaran.validation.CheckRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code catamaran validate} finds each mistake at its place. */
class ValidateTest {
  private static final String WEB = "helm-charts/web";
  private static final String CHART = WEB + "/";
  private static final String TEMPLATE = CHART + "templates/settings.yaml";
  private static final String VALUE = ".Values.replicas | quote";
  private static final String CRD = "config/crd/bases/shop.my.domain_webs.yaml";
  private static final String SAMPLE = "config/samples/shop_v1alpha1_web.yaml";
  private static final String ROLE = "config/rbac/role.yaml";
  private static final String ENTRY = "  chart: helm-charts/web\n";
  private static final String OTHER = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n";
  private static final String SECOND_KIND =
      """
      apiVersion: v1
      kind: %s
      metadata:
        name: {{ .Release.Name }}
      """;

  private final TestProject project;

  ValidateTest(@TempDir Path folder) throws IOException {
    this.project = TestProject.validIn(folder);
  }

  private interface Edit {
    void of(TestProject project) throws IOException;
  }

  /**
   * A broken project.
   *
   * @param findings how each line of the report begins
   */
  private static Arguments with(String mistake, Edit edit, String... findings) {
    return argumentSet(mistake, edit, List.of(findings));
  }

  static Stream<Arguments> projects() {
    return Stream.of(
        with(
            "files of a chart that are not valid",
            it ->
                it.replace(CHART + "Chart.yaml", "version: 0.1.0", "version: one")
                    .append(CHART + "values.schema.json", "}"),
            CHART + "Chart.yaml:3: error: version \"one\"",
            CHART + "values.schema.json:2: error: invalid: invalid character '}' after"),
        with(
            "defaults that the schema refuses",
            it -> it.replace(CHART + "values.yaml", "replicas: 1", "replicas: many"),
            WEB + ": error: values don't meet the specifications of the schema(s)"),
        with(
            "overrides that the schema refuses",
            it ->
                it.replace(
                    "watches.yaml", ENTRY, ENTRY + "  overrideValues: {a: b, replicas: secret}\n"),
            WEB + ": error: values don't meet the specifications of the schema(s)"),
        with(
            "a version of Kubernetes that the chart excludes",
            it -> it.replace(CHART + "Chart.yaml", ">=1.20.0", ">=1.99.0"),
            WEB + ": error: chart requires kubeVersion: >=1.99.0"),
        with(
            "a mistake in a template",
            it -> it.replace(TEMPLATE, VALUE, ".Values.none.replicas"),
            TEMPLATE + ":6: error: web/templates/settings.yaml:6:22"),
        with(
            "a template that makes no YAML",
            it -> it.replace(TEMPLATE, "data:", " data:"),
            TEMPLATE + ": error: YAML parse error"),
        with(
            "a value that each primary must set",
            it -> it.replace(TEMPLATE, VALUE, "required \"set password\" .Values.password"),
            TEMPLATE + ":6: warning: execution error at"),
        with(
            "a required value in the overrides",
            it ->
                it.replace(TEMPLATE, VALUE, "required \"set password\" .Values.password")
                    .replace("watches.yaml", ENTRY, ENTRY + "  overrideValues: {password: x}\n")),
        with(
            "what Helm's lint says",
            it -> it.replace(TEMPLATE, "name: {{ .Release.Name }}", "name: Not_A_Name"),
            TEMPLATE + ": warning: object name does not conform"),
        with(
            "mistakes in watches.yaml",
            it ->
                it.replace("watches.yaml", "chart: helm-charts/web", "chart: helm-charts/wep")
                    .append("watches.yaml", "  reconcilePeriode: 1m\n"),
            "watches.yaml:5: error: chart helm-charts/wep: does not exist",
            "watches.yaml:10: error: unknown field \"reconcilePeriode\""),
        with(
            "classes that are not there",
            it ->
                it.replace(
                    "watches.yaml",
                    ENTRY,
                    ENTRY + "  extensions: [a.X]\n  webhooks: java.lang.Byte\n"),
            "watches.yaml:6: error: class a.X is not on the class path"),
        with(
            "a schema that drops fields of the status",
            it -> {
              var text = it.read(CRD);
              var from = text.indexOf("          status:\n");
              it.replace(
                  CRD,
                  text.substring(from, text.indexOf("        type: object\n    served")),
                  "          status: {type: object}\n");
            },
            CRD + ":16: warning: the schema of version v1alpha1 drops status.attempting,"),
        with(
            "a missing CRD",
            it -> it.delete(CRD),
            "config/crd/kustomization.yaml: error: accumulating resources from 'bases/shop.my.domain_webs"),
        with(
            "a CRD of another version",
            it -> it.replace(CRD, "name: v1alpha1", "name: v1"),
            SAMPLE + ":1: error: " + CRD + " does not serve version v1alpha1",
            "watches.yaml:2: error: " + CRD + " does not serve version v1alpha1"),
        with(
            "a CRD that the API server refuses",
            it ->
                it.replace(CRD, "storage: true", "storage: false")
                    .replace(CRD, "description: How many.", "uniqueItems: true")
                    .replace(CRD, "    subresources:\n      status: {}\n", ""),
            CRD + ":15: error: spec.versions: must have exactly one version marked as storage",
            CRD + ":16: error: version v1alpha1 has no status subresource",
            CRD + ":54: error: spec.versions[0].schema.openAPIV3Schema.properties[spec]"),
        with(
            "a CRD that is not listed",
            it ->
                it.write("config/crd/other.yaml", OTHER)
                    .replace(
                        "config/crd/kustomization.yaml",
                        "bases/shop.my.domain_webs.yaml",
                        "other.yaml"),
            CRD + ": error: config/crd/kustomization.yaml does not list it"),
        with(
            "a sample that the CRD refuses",
            it -> it.replace(SAMPLE, "spec: {}", "spec:\n  replicas: many"),
            SAMPLE + ":6: error: spec.replicas: must be of type integer: \"string\""),
        with(
            "a sample with a value that the chart does not know",
            it -> it.replace(SAMPLE, "spec: {}", "spec:\n  replica: 2"),
            SAMPLE + ": warning: not in the chart's values: replica; replicas?;"),
        with(
            "a sample that a rule in CEL refuses",
            it ->
                it.replace(
                        CRD,
                        "description: How many.",
                        "x-kubernetes-validations: [{rule: self < 9, message: too many}]")
                    .replace(SAMPLE, "spec: {}", "spec:\n  replicas: 9"),
            SAMPLE + ":6: error: spec.replicas: too many"),
        with(
            "a sample with two items of one key",
            it ->
                it.replace(
                        CRD,
                        "              replicas:\n",
                        """
                                      ports:
                                        type: array
                                        x-kubernetes-list-type: map
                                        x-kubernetes-list-map-keys: [port, protocol]
                                        items:
                                          type: object
                                          required: [port]
                                          properties:
                                            port: {type: integer}
                                            protocol: {type: string, default: TCP}
                                      replicas:
                        """)
                    .replace(
                        SAMPLE,
                        "spec: {}",
                        "spec:\n  ports: [{port: 1}, {port: 1, protocol: TCP}]"),
            SAMPLE + ":6: error: spec.ports[1]: Duplicate value"),
        with(
            "samples of another kind and of another version",
            it ->
                it.replace(SAMPLE, "shop.my.domain/v1alpha1", "shop.my.domain/v1")
                    .append(SAMPLE, "---\n" + OTHER),
            SAMPLE + ":1: error: " + CRD + " does not serve version v1;"),
        with(
            "a missing role and a file that is not YAML",
            it -> it.delete(ROLE).write("config/rbac/more.yaml", "kind: [\n"),
            "config/rbac/kustomization.yaml: error: accumulating resources from 'role.yaml'",
            "config/rbac/more.yaml:2: error: not YAML"),
        with("nothing", it -> {}));
  }

  @ParameterizedTest
  @MethodSource("projects")
  void reports(Edit edit, List<String> findings) throws IOException {
    edit.of(project);
    var made = project.validate();
    var lines = made.out().lines().toList();
    var found = lines.subList(0, lines.size() - 1);
    assertEquals(findings.size(), found.size(), made::out);
    for (int i = 0; i < findings.size(); i++) {
      assertTrue(found.get(i).startsWith(findings.get(i)), made::out);
    }
    var errors = found.stream().filter(line -> line.contains(": error: ")).count();
    assertEquals(errors == 0 ? 0 : 1, made.code());
    assertEquals(
        found.isEmpty()
            ? "no problems: 1 kind, 1 chart"
            : "%d error%s, %d warning%s"
                .formatted(
                    errors,
                    errors == 1 ? "" : "s",
                    found.size() - errors,
                    found.size() - errors == 1 ? "" : "s"),
        lines.getLast());
    assertEquals("", made.err());
  }

  @Test
  void reportsMissingWatches() throws IOException {
    project.delete("watches.yaml");
    assertContains(project.validate().isOf(1).out(), "watches.yaml: error: not found");
  }

  /** They are set where the operator runs. */
  @Test
  void needsNoVariableOfTheOperator() throws IOException {
    project.replace(
        "watches.yaml",
        ENTRY,
        ENTRY
            + """
              overrideValues:
                name: image-of-${NOT_SET_BY_ANYBODY}
                replicas: ${NOT_SET_BY_ANYBODY}
                "tags[0]": $NOT_SET_BY_ANYBODY
                template: '{{ "${NOT_SET_BY_ANYBODY}" | upper }}'
            """);
    assertEquals("no problems: 1 kind, 1 chart\n", project.validate().isOf(0).out());
    assertEquals("", project.manifests().isOf(0).err());
  }

  /** The fields are for programs. */
  @Test
  void writesJson() throws IOException {
    project
        .replace(SAMPLE, "spec: {}", "spec:\n  replicas: many")
        .write("config/rbac/further role.yaml", "kind: ClusterRole\n");
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
          "message" : "spec.replicas: must be of type integer: \\"string\\"",
          "hint" : "correct the sample, or run `make manifests`"
        } ]
        """,
        project.validate("-o", "json").isOf(1).out());
    project.validate("-o", "xml").isOf(1);
    project.validate("-o", "name").isOf(1);
    assertContains(
        project.validate("-o", "yaml").isOf(1).out(), "- severity: error\n  rule: sample-schema\n");
  }

  @Test
  void failsForWarningsIfStrict() throws IOException {
    project.append(TEMPLATE, "  a: {{ required \"set password\" .Values.password }}\n");
    project.manifests().isOf(0);
    project.validate().isOf(0);
    project.validate("--strict").isOf(1);
  }

  @Test
  void explainsEachRuleOnItsPage() throws IOException {
    var page = Files.readString(Path.of("docs/reference/validate.md"));
    for (var rule : CheckRule.values()) {
      var start = "| `%s` | %s | ".formatted(rule.id(), rule.severity().word());
      var row = page.lines().filter(line -> line.startsWith(start)).findFirst();
      assertTrue(row.orElse("").endsWith(" | %s |".formatted(rule.remedy())), start);
    }
    assertEquals(
        CheckRule.values().length, page.lines().filter(line -> line.startsWith("| `")).count());
  }

  /** In both directions: what an account makes, the operator needs not make, and the reverse. */
  @Test
  void writesTheRightsOfWhoeverMakesTheReleases() throws IOException {
    var safe = project.read(ROLE);
    var account = "serviceAccountName: operator-deployer";
    project.replace("watches.yaml", account, "allowOwnRights: true");
    project.command("manifests", "--check").isOf(2);
    project.manifests().isOf(0);
    project.command("manifests", "--check").isOf(0);
    assertFalse(project.read(ROLE).contains("impersonate"));
    project.replace("watches.yaml", "allowOwnRights: true", account);
    project.manifests().isOf(0);
    assertEquals(safe, project.read(ROLE));
  }

  static Stream<String> entries() {
    return Stream.of(
        "  chart: helm-charts/web-2\n",
        """
          chartVersions:
          - {version: 0.1.0, chart: helm-charts/web}
          - {version: 0.2.0, chart: helm-charts/web-2}
        """);
  }

  @ParameterizedTest
  @MethodSource("entries")
  void writesTheRightsOfMovedAndOfferedCharts(String entry) throws IOException {
    for (var file :
        List.of("Chart.yaml", "values.yaml", "values.schema.json", "templates/settings.yaml")) {
      project.write("helm-charts/web-2/" + file, project.read(CHART + file));
    }
    project
        .write("helm-charts/web-2/templates/account.yaml", SECOND_KIND.formatted("ServiceAccount"))
        .replace("watches.yaml", ENTRY, entry);
    project.manifests().isOf(0);
    assertContains(project.read(ROLE), "  - serviceaccounts\n");
    project.succeed("create api --kind Boat");
    assertContains(project.read(ROLE), "  - serviceaccounts\n");
  }

  @Test
  void saysWhichChartsAreNotRecorded() throws IOException {
    project.replace(
        "watches.yaml",
        ENTRY,
        """
          chartVersions:
          - {version: 0.1.0, chart: helm-charts/web}
          - {version: 0.2.0, chart: oci://registry.example.com/web}
        """);
    assertContains(
        project.manifests().isOf(0).out(),
        "note: oci://registry.example.com/web 0.2.0: the chart is not on this disk");
  }
}
