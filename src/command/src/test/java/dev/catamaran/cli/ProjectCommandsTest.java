package dev.catamaran.cli;

import static dev.catamaran.cli.TestProject.MEMCACHED;
import static dev.catamaran.cli.TestProject.assertContains;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * init and create api. The tree that they make is in src/test/golden; {@code -Dgolden.update=true}
 * replaces it.
 */
class ProjectCommandsTest {
  private static final String CHART =
      "create api --group cache --kind Memcached --helm-chart " + MEMCACHED;
  private static final String JAVA = "create api --group cache --version v1 --kind Backup --java";
  private static final String ROLE = "config/rbac/role.yaml";
  private static final String ACCOUNTS = "config/tenant/account.yaml";

  private final Path work;
  private final TestProject project;

  ProjectCommandsTest(@TempDir Path work) {
    this.work = work;
    this.project = new TestProject(work.resolve("memcached-operator"));
  }

  @BeforeEach
  void init() {
    project.succeed("init --domain my.domain");
  }

  private static Map<String, String> memcached() throws IOException {
    return new TreeMap<>(GoldenTree.files(MEMCACHED));
  }

  /** Writes a chart beside the project. */
  private TestProject chart(String name, Map<String, String> files) throws IOException {
    return new TestProject(work.resolve(name)).writeAll(files);
  }

  private static String chartYaml(String name) {
    return "{apiVersion: v2, name: %s, version: 0.1.0}".formatted(name);
  }

  @Test
  void makeTheGoldenProject() throws IOException {
    project.succeed(CHART);
    project.succeed(JAVA);
    var made = project.tree();
    memcached()
        .forEach((file, text) -> assertEquals(text, made.remove("helm-charts/memcached/" + file)));
    for (var file :
        List.of(
            ROLE,
            ACCOUNTS,
            "config/admission/policy.yaml",
            "config/crd/bases/cache.my.domain_memcacheds.yaml")) {
      assertEquals(made.get(file), made.remove(".catamaran/generated/" + file));
    }
    // It has the texts of the others.
    assertNotNull(made.remove(".catamaran/written.yaml"));
    GoldenTree.named("memcached-operator").check(made);

    var before = project.tree();
    assertContains(
        project.succeed(CHART),
        "enforce a Pod Security Standard in the namespaces",
        "Nothing changed: the project has this kind already\n",
        "Next: make install run, and in a second terminal: kubectl apply -f config/samples/");
    project.succeed(JAVA);
    // The kind has an entry already: the option of a later run does not change it.
    project.succeed(CHART + " --own-rights");
    assertEquals(before, project.tree());
  }

  /** A nested .git would make a link of the folder, and nobody could clone the project. */
  @Test
  void copyOnlyTheChartFromAClone() throws IOException {
    var expected = memcached();
    expected.put(".helmignore", "*.tmp\nci/\n/docs/*.txt\ntemplates/tests/\n");
    expected.put("ci/ha-values.yaml", "{}");
    expected.put("sub/docs/a.txt", "{}");
    var clone = chart("clone", expected);
    for (var file :
        List.of(".git/HEAD", ".gitignore", "notes.tmp", "ci/kind.sh", "docs/a.txt", "sub/.git/c")) {
      clone.write(file, "{}");
    }
    // The permissions are for the templates that the project has, not for all of the clone.
    clone.write(
        "templates/tests/job.yaml",
        "{{ if .Values.tests }}\napiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n{{ end }}\n");
    var link = Files.createSymbolicLink(work.resolve("current"), clone.folder());
    project.succeed("create api --kind Cache --helm-chart " + link);
    assertNotNull(expected.remove("templates/tests/test-connection.yaml"));
    assertEquals(expected, GoldenTree.files(project.file("helm-charts/memcached")));
    project.succeed("manifests --check");
    Files.createDirectory(work.resolve("empty"));
    assertContains(
        project.refuse("create api --helm-chart " + work.resolve("empty")),
        "Chart.yaml missing; name the directory that has Chart.yaml in it");
  }

  /** Neither needs --force, which would replace the files of the first one. */
  @Test
  void keepKindsOfTwoGroupsApart() throws IOException {
    project.succeed(CHART);
    var before = project.tree();
    var other = chart("other", memcached()).write("templates/more.yaml", "# another chart\n");
    project.succeed("create api --group web --kind Memcached --helm-chart " + other.folder());
    var after = project.tree();
    for (var user : List.of("admin", "editor", "viewer")) {
      var path = "config/rbac/memcached_%s_role.yaml".formatted(user);
      assertEquals(before.get(path), after.get(path));
      assertContains(
          project.read("config/rbac/web_memcached_%s_role.yaml".formatted(user)),
          "name: web-memcached-%s-role".formatted(user),
          "- web.my.domain");
    }
    assertContains(project.read("watches.yaml"), "chart: helm-charts/web-memcached-memcached\n");
    assertFalse(after.containsKey("helm-charts/memcached/templates/more.yaml"));
    project.succeed("create api --group b --version v1 --kind Memcached --java");
    project.succeed(CHART);
    assertContains(
        project.refuse(CHART.replace("Memcached", "MemCached")),
        "the project has the kind Memcached of cache.my.domain already, in version v1alpha1, from"
            + " helm-charts/memcached\n");
    assertContains(
        project.refuse("create api --group b --version v2 --kind Memcached --java"),
        "the project has the kind Memcached of b.my.domain already, in version v1");
  }

  @Test
  void keepFieldsOfOtherToolsAndRecordedPlurals() throws IOException {
    project.succeed("create api --group a --version v1 --kind Demo --java");
    var plugins = "plugins:\n  manifests.sdk.operatorframework.io/v2: {}\nversion: \"3\"\n";
    project
        .replace("PROJECT", "plural: demos\n", "plural: demoes\n  api:\n    crdVersion: v1\n")
        .append("PROJECT", plugins);
    project.succeed("create api --group a --kind Web");
    var text = project.read("PROJECT");
    assertContains(text, "  plural: demoes\n", "  api:\n    crdVersion: v1\n");
    assertTrue(text.endsWith(plugins), text);
    project.succeed("create api --group a --version v1 --kind Demo --java --force");
    assertEquals(text, project.read("PROJECT"));
  }

  /** The CRD has the name of the resource from PROJECT; a rule for another one never matches. */
  @ParameterizedTest
  @ValueSource(strings = {"demos", "demoes"})
  void nameTheResourceInTheRulesOfWebhooks(String plural) throws IOException {
    project.succeed("create api --group a --kind Demo");
    project
        .replace("PROJECT", "plural: demos\n", "plural: %s\n".formatted(plural))
        .replace(
            "watches.yaml",
            "  chart: helm-charts/demo\n",
            "  chart: helm-charts/demo\n  webhooks: [%s]\n".formatted(AnyDemo.class.getName()));
    project.manifests().isOf(0);
    assertContains(project.read("config/webhook/manifests.yaml"), "    - %s\n".formatted(plural));
  }

  /** Allows each object. */
  public static final class AnyDemo implements Validator<GenericKubernetesResource> {
    @Override
    public Verdict validateCreate(GenericKubernetesResource created, AdmissionContext context) {
      return Verdict.allow();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "who.int, int_.who.cache",
    "3m.com, com._3m.cache",
    "new.class, class_.new_.cache",
    "my-company.example, example.my_company.cache",
  })
  void makeJavaThatCompiles(String domain, String packageName) throws IOException {
    var made = new TestProject(work.resolve("java"));
    made.succeed("init --domain " + domain);
    made.succeed(JAVA);
    made.succeed("create api --group default --version v1 --kind Backup --java");
    var sources = new ArrayList<String>(List.of("-proc:none", "-d", made.file("x") + ""));
    try (var files = Files.walk(made.file("src/main/java"))) {
      files.map(Path::toString).filter(path -> path.endsWith(".java")).forEach(sources::add);
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    assertEquals(0, compiler.run(null, null, null, sources.toArray(String[]::new)));
    var classes = made.file("x/" + packageName.replace('.', '/'));
    assertTrue(Files.exists(classes.resolve("BackupReconciler.class")));
  }

  @Test
  void keepTheEditsOfAPerson() throws IOException {
    project.succeed(CHART);
    var rule = "# my rule\n- apiGroups: [batch]\n";
    var edited = project.append(ROLE, rule).read(ROLE);
    project.append("helm-charts/memcached/values.yaml", "\nfurther: text\n");
    project.manifests().isOf(0);
    assertEquals(edited, project.read(ROLE));
    assertContains(
        project.read("config/crd/bases/cache.my.domain_memcacheds.yaml"),
        "              further:\n");
    project.succeed("manifests --check");
  }

  /** Each run does, until a person has decided. */
  @Test
  void alwaysNameAnEditAtThePlaceOfAChange() throws IOException {
    project.succeed(CHART);
    project.replace(ROLE, "# memcached/templates/deployment.yaml.\n", "# my reason.\n");
    var templates = project.file("helm-charts/memcached/templates");
    Files.move(templates.resolve("deployment.yaml"), templates.resolve("workload.yaml"));
    project.write("helm-charts/memcached/values.schema.json", schemaWithNotes(12));
    var notes = notes(project.manifests().isOf(0).out());
    assertContains(
        notes.getFirst(),
        ROLE + ": your edit and a change of the generated text are at the same place.");
    assertEquals(4, notes.size(), notes::toString);
    assertContains(notes.getLast(), " more; -v prints them");
    assertContains(project.read(ROLE), "# my reason.\n");

    var chart =
        chart("a", Map.of("Chart.yaml", chartYaml("a"), "values.schema.json", schemaWithNotes(1)));
    var ofNewChart = notes(project.succeed("create api --helm-chart=" + chart.folder()));
    assertContains(ofNewChart.getFirst(), ROLE + ": your edit");
    assertContains(ofNewChart.get(1), "note: helm-charts/a: ");
    assertEquals(List.of(), ofNewChart.stream().filter(it -> it.contains("memcached")).toList());
  }

  private static List<String> notes(String output) {
    return output.lines().filter(line -> line.startsWith("note: ")).toList();
  }

  private static String schemaWithNotes(int count) {
    return IntStream.range(0, count)
        .mapToObj("\"p%1$d\": {\"$ref\": \"https://a.example/%1$d.json\"}"::formatted)
        .collect(joining(", ", "{\"type\": \"object\", \"properties\": {", "}}"));
  }

  @Test
  void writeTheRoleOfANamespacedInstallation() throws IOException {
    project.succeed(CHART);
    var namespaced = "config/namespaced/base/role.yaml";
    project.write("config/namespaced/base/kustomization.yaml", "resources: [role.yaml]\n");
    project.command("manifests --check").isOf(2);
    project.manifests().isOf(0);
    var role = project.read(namespaced);
    var all = project.read(ROLE);
    var served = "# to know which kinds are served.";
    assertEquals(
        all.substring(all.indexOf("rules:"), all.indexOf(served))
            + all.substring(all.indexOf("# ", all.lastIndexOf(served) + 1)),
        role.substring(role.indexOf("rules:")));
    assertContains(role, "kind: Role\n", "  name: memcached-operator-manager-role\n");
    project.append(namespaced, "# my rule\n- apiGroups: [batch]\n");
    project.manifests().isOf(0);
    assertContains(project.read(namespaced), "# my rule\n- apiGroups: [batch]\n");
    project.succeed("manifests --check");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --kind memcached                    | --kind: "memcached" is not letters and digits
          --kind Memcached --version 1        | --version: "1" is not a version of Kubernetes APIs
          --kind Memcached --group Cache      | --group: "Cache" is not a DNS name without the domain
          --group cache                       | --kind is required without --helm-chart
          --kind A --helm-chart-version 1.0.0 | --helm-chart-repo and --helm-chart-version need --helm-chart
          --helm-chart nowhere                | --helm-chart: "nowhere" does not exist. Name a directory
          --helm-chart oci://host             | --helm-chart: "oci://host" has no path
          --helm-chart a --helm-chart-repo http://localhost:1 | http://localhost:1 is not encrypted
          --helm-chart http://localhost:1/a.tgz | http://localhost:1/a.tgz is not encrypted
          --java --kind A                     | --group is required with --java
          --java --kind A --group g --version v1 --helm-chart x | --java and --helm-chart exclude each other
          --java --kind A --group g --version v1 --own-rights | --java and --own-rights exclude each other
          --java --kind Group --group g --version v1 | --kind: the Java class Group would have the name
          --java --kind A --group g --version v1 --package a.int | --package: "a.int" is not the name of a
          --java --kind A --group g --version v1 --package 1.x | --package: "1.x" is not the name of a
          """)
  void reportWrongInputAndWriteNothing(String options, String message) {
    assertContains(project.refuse("create api " + options), message);
  }

  /** A label of the DNS has at most 63 characters, and so has the name of the metrics service. */
  @Test
  void refuseFoldersThatAreNotForThem() throws IOException {
    assertContains(project.refuse("init --domain my.domain"), "PROJECT exists: ");
    var other = new TestProject(work.resolve("a-very-long-name-of-a-folder-of-somebody"));
    assertContains(other.refuse(CHART), "PROJECT does not exist: ");
    assertContains(
        other.refuse("init --domain my.domain"),
        "--name is needed for this directory: \"a-very-long-name-of-a-folder-of-somebody\" is not");
    var longest = "a".repeat(63 - "-controller-manager-metrics-service".length());
    assertContains(
        other.refuse("init --domain my.domain --name a" + longest), "1 to 28 lower-case letters");
    other.succeed("init --domain my.domain --name " + longest);
  }

  @Test
  void nameAllFilesOfAPersonThatAreInTheWay() throws IOException {
    project.write("pom.xml", "<project/>");
    project.write("src/main/java/domain/my/cache/Backup.java", "class Backup {}");
    assertEquals(
        """
        these files exist with other content; nothing is written. Use --force to replace them:
          src/main/java/domain/my/cache/Backup.java
        """,
        project.refuse(JAVA));
  }

  @Test
  void createAStarterChart() throws IOException {
    var told = project.succeed("create api --group cache --kind Web");
    assertTrue(
        told.matches(
            "(?s)\\d+ files are written: .*\\d+ in config/, \\d+ in helm-charts/web/; -v lists them\n.*"),
        told);
    assertTrue(Files.exists(project.file("helm-charts/web/templates/deployment.yaml")));
    assertContains(
        project.read("watches.yaml"),
        """
        - group: cache.my.domain
          version: v1alpha1
          kind: Web
          chart: helm-charts/web
        """,
        "  serviceAccountName: memcached-operator-deployer\n");
  }

  /** What the operator itself may do with the objects of a chart, by the role. */
  private String role(String after) throws IOException {
    var role = project.read(ROLE) + "#";
    var rule = role.substring(role.indexOf(after));
    return rule.substring(rule.indexOf("  verbs:"), rule.indexOf("\n#", 1));
  }

  @Test
  void giveTheOperatorNoRightToMakeWhatAnAccountMakes() throws IOException {
    project.succeed(CHART);
    assertEquals("  verbs:\n  - delete\n  - get\n  - list\n  - watch", role("  - deployments\n"));
    assertEquals("  verbs:\n  - impersonate", role("  - memcached-operator-deployer\n"));
    var role = project.read(ROLE);
    assertEquals(1, role.split("  - create\n", -1).length - 1, role);
    assertContains(role, "  - events\n  verbs:\n  - create\n");
  }

  @Test
  void leaveReleasesToTheOperatorIfAsked() throws IOException {
    project.succeed("create api --own-rights --kind Memcached --helm-chart " + MEMCACHED);
    var watches = project.read("watches.yaml");
    assertContains(watches, "\n  allowOwnRights: true\n");
    assertFalse(watches.contains("  serviceAccountName:"), watches);
    assertFalse(Files.exists(project.file("config/tenant")));
    assertContains(role("  - deployments\n"), "- create\n");
    assertFalse(project.read(ROLE).contains("impersonate"));
    // The second kind has another owner of its rights, and the first keeps its own.
    project.succeed("create api --kind=Box");
    var accounts = project.read(ACCOUNTS);
    assertContains(accounts, "memcached-operator-deployer-box.charts.my.domain");
    assertFalse(accounts.contains("memcached.charts"), accounts);
    assertContains(role("  - deployments\n"), "- create\n");
    project.succeed("manifests --check");
  }

  /** Without these rights, the sample of such a chart would need a further step. */
  @Test
  void giveTheAccountOfTheSamplesWhatItsChartDoesOutsideOfNamespaces() throws IOException {
    var chart =
        chart(
            "reader",
            Map.of(
                "Chart.yaml",
                chartYaml("reader"),
                "values.yaml",
                "classes: false",
                "templates/role.yaml",
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: reader}
                rules: [{apiGroups: [""], resources: [nodes], verbs: [get]}]
                {{ if .Values.classes }}
                ---
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: reader}
                value: 1
                {{ end }}
                """,
                "templates/claim.yaml",
                """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: reader}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """));
    assertContains(
        project.succeed("create api --helm-chart " + chart.folder()),
        "note: Reader: the chart needs permissions outside of namespaces (clusterroles, nodes)");
    var accounts = project.read(ACCOUNTS);
    assertContains(accounts, "kind: ClusterRoleBinding\n");
    assertFalse(accounts.contains("priorityclasses"), accounts);
    assertFalse(accounts.contains("storageclasses"), accounts);
    assertEquals("  verbs:\n  - get", role("  - storageclasses\n"));
    assertEquals("  verbs:\n  - delete\n  - get", role("  - reader\n  resources:\n"));
    project.succeed("manifests --check");
  }
}
