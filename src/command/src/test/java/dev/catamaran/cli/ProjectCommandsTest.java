package dev.catamaran.cli;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * init and create api. The tree that they make is in src/test/golden; {@code -Dgolden.update=true}
 * replaces it.
 */
class ProjectCommandsTest {
  private static final Path CHART = Path.of("helm-charts/memcached").toAbsolutePath();

  private final Path project;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  ProjectCommandsTest(@TempDir Path folder) {
    this.project = folder.resolve("memcached-operator");
  }

  private int run(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--project", project.toString()));
    return Main.execute(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }

  private void init() {
    assertEquals(0, run("init", "--domain", "my.domain"), err::toString);
  }

  private int createChart() {
    return run(
        "create", "api", "--group", "cache", "--kind", "Memcached", "--helm-chart", CHART + "");
  }

  private int createJava() {
    return run(
        "create", "api", "--group", "cache", "--version", "v1", "--kind", "Backup", "--java");
  }

  @Test
  void copyAChartBehindALink() throws IOException {
    init();
    var link = Files.createSymbolicLink(project.resolveSibling("current"), CHART);
    assertEquals(0, run("create", "api", "--helm-chart", link.toString()), err::toString);
    assertEquals(tree(CHART), tree(project.resolve("helm-charts/memcached")));
  }

  private static SortedMap<String, String> tree(Path folder) throws IOException {
    return GoldenTree.files(folder);
  }

  /** A nested .git would make a link of the folder, and nobody could clone the project. */
  @Test
  void copyOnlyTheChartFromAClone() throws IOException {
    init();
    var clone = project.resolveSibling("clone");
    for (var file : List.of(".git/HEAD", ".gitignore", "notes.tmp", "ci/ha-values.yaml")) {
      Files.createDirectories(clone.resolve(file).resolveSibling(""));
      Files.writeString(clone.resolve(file), "{}");
    }
    for (var file : tree(CHART).entrySet()) {
      Files.createDirectories(clone.resolve(file.getKey()).resolveSibling(""));
      Files.writeString(clone.resolve(file.getKey()), file.getValue());
    }
    Files.writeString(clone.resolve(".helmignore"), "*.tmp\nci/\n");
    assertEquals(
        0, run("create", "api", "--kind", "Cache", "--helm-chart", clone + ""), err::toString);
    var copied = tree(project.resolve("helm-charts/memcached"));
    var expected = tree(CHART);
    expected.put(".helmignore", "*.tmp\nci/\n");
    expected.put("ci/ha-values.yaml", "{}");
    assertEquals(expected, copied);
  }

  /** The permissions are for the templates that the project has, not for all of the clone. */
  @Test
  void recordOnlyWhatTheProjectHasOfAChart() throws IOException {
    init();
    var clone = project.resolveSibling("clone");
    for (var file : tree(CHART).entrySet()) {
      Files.createDirectories(clone.resolve(file.getKey()).resolveSibling(""));
      Files.writeString(clone.resolve(file.getKey()), file.getValue());
    }
    Files.writeString(clone.resolve(".helmignore"), "tests/\n");
    Files.createDirectories(clone.resolve("templates/tests"));
    Files.writeString(
        clone.resolve("templates/tests/job.yaml"),
        "{{ if .Values.tests }}\napiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n{{ end }}\n");
    assertEquals(
        0, run("create", "api", "--kind", "Cache", "--helm-chart", clone + ""), err::toString);
    assertEquals(0, manifests("--check"), () -> out + "" + err);
  }

  /** Neither needs --force, which would replace the files of the first one. */
  @Test
  void keepKindsOfTwoGroupsApart() throws IOException {
    init();
    assertEquals(0, createChart(), err::toString);
    var before = tree(project);
    var other = project.resolveSibling("other");
    for (var file : tree(CHART).entrySet()) {
      Files.createDirectories(other.resolve(file.getKey()).resolveSibling(""));
      Files.writeString(other.resolve(file.getKey()), file.getValue());
    }
    Files.writeString(other.resolve("templates/more.yaml"), "# another chart with this name\n");
    assertEquals(
        0,
        run("create", "api", "--group", "web", "--kind", "Memcached", "--helm-chart", other + ""),
        err::toString);
    var after = tree(project);
    for (var file : List.of("admin", "editor", "viewer")) {
      var path = "config/rbac/memcached_%s_role.yaml".formatted(file);
      assertEquals(before.get(path), after.get(path));
      var ofOther =
          after.getOrDefault("config/rbac/web_memcached_%s_role.yaml".formatted(file), "");
      assertTrue(ofOther.contains("name: web-memcached-%s-role".formatted(file)), ofOther);
      assertTrue(ofOther.contains("- web.my.domain"), ofOther);
    }
    assertTrue(
        after
            .getOrDefault("watches.yaml", "")
            .contains("chart: helm-charts/web-memcached-memcached\n"));
    assertFalse(after.containsKey("helm-charts/memcached/templates/more.yaml"));
    assertEquals(
        0,
        run("create", "api", "--group", "b", "--version", "v1", "--kind", "Memcached", "--java"),
        err::toString);
    assertEquals(0, createChart(), err::toString);
    assertEquals(
        1,
        run(
            "create",
            "api",
            "--group",
            "cache",
            "--kind",
            "MemCached",
            "--helm-chart",
            CHART + ""));
    assertEquals(
        "the project has the kind Memcached of cache.my.domain already, in version v1alpha1, from"
            + " helm-charts/memcached\n",
        err.toString());
  }

  /** Earlier versions of the command had other plurals. */
  @Test
  void keepFieldsOfOtherToolsAndRecordedPlurals() throws IOException {
    init();
    assertEquals(
        0,
        run("create", "api", "--group", "a", "--version", "v1", "--kind", "Demo", "--java"),
        err::toString);
    var file = project.resolve("PROJECT");
    Files.writeString(
        file,
        Files.readString(file)
                .replace("plural: demos\n", "plural: demoes\n  api:\n    crdVersion: v1\n")
            + """
            plugins:
              manifests.sdk.operatorframework.io/v2: {}
            repo: example.com/demo
            version: "3"
            """);
    assertEquals(0, run("create", "api", "--group", "a", "--kind", "Web"), err::toString);
    var text = Files.readString(file);
    assertTrue(text.contains("  plural: demoes\n"), text);
    assertTrue(text.contains("  api:\n    crdVersion: v1\n"), text);
    assertTrue(
        text.endsWith(
            """
            plugins:
              manifests.sdk.operatorframework.io/v2: {}
            repo: example.com/demo
            version: "3"
            """),
        text);
    assertEquals(
        0,
        run(
            "create",
            "api",
            "--group",
            "a",
            "--version",
            "v1",
            "--kind",
            "Demo",
            "--java",
            "--force"),
        err::toString);
    assertEquals(text, Files.readString(file));
  }

  @ParameterizedTest
  @CsvSource({
    "who.int, int_.who.cache",
    "3m.com, com._3m.cache",
    "new.class, class_.new_.cache",
    "my-company.example, example.my_company.cache",
  })
  void makeJavaThatCompiles(String domain, String packageName) throws IOException {
    assertEquals(0, run("init", "--domain", domain), err::toString);
    assertEquals(0, createJava(), err::toString);
    assertEquals(
        0,
        run("create", "api", "--group", "default", "--version", "v1", "--kind", "Backup", "--java"),
        err::toString);
    var sources = new ArrayList<String>(List.of("-proc:none", "-d", project.resolve("x") + ""));
    try (var files = Files.walk(project.resolve("src/main/java"))) {
      files.map(Path::toString).filter(path -> path.endsWith(".java")).forEach(sources::add);
    }
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler().run(null, null, null, sources.toArray(String[]::new)));
    assertTrue(
        Files.exists(
            project
                .resolve("x/" + packageName.replace('.', '/'))
                .resolve("BackupReconciler.class")));
  }

  @Test
  void blameTheFolderForItsName() {
    var folder = project.resolveSibling("a-very-long-name-of-a-folder-of-somebody");
    assertEquals(
        1,
        Main.execute(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            "init",
            "--domain",
            "my.domain",
            "--project",
            folder.toString()));
    assertEquals(
        "the directory's name \"a-very-long-name-of-a-folder-of-somebody\" cannot be the name of the operator; give it a"
            + " name with --name: 1 to 28 lower-case letters, digits and dashes, such as memcached-operator\n",
        err.toString());
  }

  @Test
  void makeTheGoldenProject() throws IOException {
    init();
    assertEquals(0, createChart(), err::toString);
    assertEquals(0, createJava(), err::toString);
    var made = tree(project);
    var chart = tree(CHART);
    chart.forEach((file, text) -> assertEquals(text, made.remove("helm-charts/memcached/" + file)));
    // It names the build of the command.
    assertNotNull(made.remove(".catamaran/recorded/cache.my.domain_memcacheds.json"));
    // It has the texts of the others.
    assertNotNull(made.remove(".catamaran/written.yaml"));
    GoldenTree.named("memcached-operator").check(made);
  }

  @Test
  void changeNothingTheSecondTime() throws IOException {
    init();
    createChart();
    createJava();
    var before = tree(project);
    out.getBuffer().setLength(0);

    assertEquals(0, createChart(), err::toString);
    assertEquals(
        """
        note: `make manifests` adds the permissions for this chart to config/rbac/role.yaml
        note: podSecurityContext, securityContext, serviceAccount.name, volumes decide with which permissions pods run, and authors of primaries write them: enforce a Pod Security Standard in the namespaces of primaries, or set them by overrideValues in watches.yaml
        Nothing changed: the project has this kind already
        Next: make install run, and in a second terminal: kubectl apply -f config/samples/cache_v1alpha1_memcached.yaml
        """,
        out.toString());
    assertEquals(0, createJava(), err::toString);
    assertEquals(before, tree(project));
  }

  @Test
  void keepTheEditsOfAPerson() throws IOException {
    init();
    createChart();
    var role = project.resolve("config/rbac/role.yaml");
    var edited = Files.readString(role) + "# my rule\n- apiGroups: [batch]\n";
    Files.writeString(role, edited);
    var values = project.resolve("helm-charts/memcached/values.yaml");
    Files.writeString(values, Files.readString(values) + "\nfurther: text\n");

    assertEquals(0, manifests(), err::toString);
    assertEquals(edited, Files.readString(role));
    var definition =
        Files.readString(project.resolve("config/crd/bases/cache.my.domain_memcacheds.yaml"));
    assertTrue(definition.contains("              further:\n"), definition);
    assertEquals(0, manifests("--check"), err::toString);
  }

  /** The next run does not find the same place again. */
  @Test
  void alwaysNameAnEditAtThePlaceOfAChange() throws IOException {
    init();
    createChart();
    var role = project.resolve("config/rbac/role.yaml");
    var reason = "# memcached/templates/deployment.yaml.\n";
    var before = Files.readString(role);
    assertTrue(before.contains(reason), before);
    Files.writeString(role, before.replace(reason, "# my reason.\n"));
    var chart = project.resolve("helm-charts/memcached");
    Files.move(
        chart.resolve("templates/deployment.yaml"), chart.resolve("templates/workload.yaml"));
    Files.writeString(chart.resolve("values.schema.json"), schemaWithNotes(12));
    out.getBuffer().setLength(0);

    assertEquals(0, manifests(), err::toString);
    var notes = out.toString().lines().filter(line -> line.startsWith("note: ")).toList();
    assertTrue(
        notes
            .getFirst()
            .startsWith(
                "note: config/rbac/role.yaml: your edit and a change of the generated text are at the same place."),
        out::toString);
    assertEquals(12, notes.size(), out::toString);
    assertTrue(notes.getLast().endsWith(" more; --all-notes prints them"), out::toString);
    assertTrue(Files.readString(role).contains("# my reason.\n"));
  }

  @Test
  void printTheNotesOnTheNewChartOnly() throws IOException {
    init();
    createChart();
    Files.writeString(
        project.resolve("helm-charts/memcached/values.schema.json"), schemaWithNotes(12));
    var chart = Files.createDirectories(project.resolveSibling("reader"));
    Files.writeString(
        chart.resolve("Chart.yaml"), "{apiVersion: v2, name: reader, version: 1.0.0}");
    Files.writeString(chart.resolve("values.schema.json"), schemaWithNotes(1));
    out.getBuffer().setLength(0);

    assertEquals(0, run("create", "api", "--helm-chart=" + chart), err::toString);
    var notes = out.toString().lines().filter(line -> line.startsWith("note: ")).toList();
    assertTrue(notes.getFirst().startsWith("note: helm-charts/reader: "), out::toString);
    assertEquals(List.of(), notes.stream().filter(it -> it.contains("memcached")).toList());
  }

  private static String schemaWithNotes(int count) {
    return IntStream.range(0, count)
        .mapToObj("\"p%d\": {\"type\": \"object\", \"propertyNames\": {}}"::formatted)
        .collect(joining(", ", "{\"type\": \"object\", \"properties\": {", "}}"));
  }

  @Test
  void writeTheRoleOfANamespacedInstallation() throws IOException {
    init();
    createChart();
    var base = project.resolve("config/namespaced/base");
    assertEquals(0, manifests(), err::toString);
    assertFalse(Files.exists(base));

    Files.createDirectories(base);
    Files.writeString(base.resolve("kustomization.yaml"), "resources: [role.yaml]\n");
    assertEquals(1, manifests("--check"));
    assertEquals(0, manifests(), err::toString);
    var role = Files.readString(base.resolve("role.yaml"));
    var all = Files.readString(project.resolve("config/rbac/role.yaml"));
    var served = "# to know which kinds are served.";
    assertEquals(
        all.substring(all.indexOf("rules:"), all.indexOf(served))
            + all.substring(all.indexOf("# ", all.lastIndexOf(served) + 1)),
        role.substring(role.indexOf("rules:")));
    assertTrue(
        role.contains("kind: Role\n") && role.contains("  name: memcached-operator-manager-role\n"),
        role);

    Files.writeString(base.resolve("role.yaml"), role + "# my rule\n- apiGroups: [batch]\n");
    assertEquals(0, manifests(), err::toString);
    assertTrue(
        Files.readString(base.resolve("role.yaml")).endsWith("# my rule\n- apiGroups: [batch]\n"));
    assertEquals(0, manifests("--check"), err::toString);
  }

  private int manifests(String... more) {
    var all =
        new ArrayList<>(
            List.of("manifests", "--watches-file", project.resolve("watches.yaml").toString()));
    all.addAll(List.of(more));
    return Main.execute(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }

  @Test
  void refuseAFolderWithAProject() {
    init();
    assertEquals(1, run("init", "--domain", "my.domain"));
    assertEquals(
        project.resolve("PROJECT")
            + " exists: this directory has a project. Use `catamaran create api` to add a kind\n",
        err.toString());
  }

  @Test
  void refuseAFolderWithoutAProject() {
    assertEquals(1, createChart());
    assertEquals(
        project.resolve("PROJECT")
            + " does not exist: run this command in the project's directory, or make a project with"
            + " `catamaran init`\n",
        err.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --kind memcached                    | --kind: "memcached" is not letters and digits, the first a capital, such as Memcached
          --kind Memcached --version 1        | --version: "1" is not a version of Kubernetes APIs, such as v1, v1beta1 or v1alpha1
          --kind Memcached --group Cache      | --group: "Cache" is not a DNS name without the domain, such as cache
          --group cache                       | --kind is required without --helm-chart: the new chart gets its name
          --kind A --helm-chart-version 1.0.0 | --helm-chart-repo and --helm-chart-version need --helm-chart: name the chart
          --helm-chart nowhere                | --helm-chart: "nowhere" does not exist. Name a directory, a .tgz, repository/name, an https address of a .tgz, or oci://host/path
          --helm-chart oci://host             | --helm-chart: "oci://host" has no path; write oci://host/path
          --helm-chart a --helm-chart-repo http://localhost:1 | http://localhost:1 is not encrypted; use https, or allow it with --plain-http
          --helm-chart http://localhost:1/a.tgz | http://localhost:1/a.tgz is not encrypted; use https, or allow it with --plain-http
          --java --kind A                     | --group is required with --java
          --java --kind A --group g --version v1 --helm-chart x | --java and --helm-chart exclude each other: choose one
          --java --kind A --group g --version v1 --own-rights | --java and --own-rights exclude each other: classes always have the operator's own permissions
          --java --kind Group --group g --version v1 | --kind: the Java class Group would have the name of a class that the example uses; choose another kind, or write the classes by hand
          --java --kind A --group g --version v1 --package a.int | --package: "a.int" is not the name of a Java package, such as com.example.cache
          --java --kind A --group g --version v1 --package 1.x | --package: "1.x" is not the name of a Java package, such as com.example.cache
          """)
  void reportWrongInputAndWriteNothing(String options, String message) throws IOException {
    init();
    var before = tree(project);
    var arguments = new ArrayList<>(List.of("create", "api"));
    arguments.addAll(List.of(options.split(" ")));
    assertEquals(1, run(arguments.toArray(String[]::new)));
    assertEquals(message + "\n", err.toString());
    assertEquals(before, tree(project));
  }

  @Test
  void refuseAKindInASecondVersion() throws IOException {
    init();
    createJava();
    assertEquals(
        1,
        run("create", "api", "--group", "cache", "--version", "v2", "--kind", "Backup", "--java"));
    assertEquals(
        "the project has the kind Backup of cache.my.domain already, in version v1, from"
            + " domain.my.cache.BackupReconciler\n",
        err.toString());
  }

  @Test
  void nameAllFilesOfAPersonThatAreInTheWay() throws IOException {
    init();
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    var source = project.resolve("src/main/java/domain/my/cache/Backup.java");
    Files.createDirectories(source.resolveSibling(""));
    Files.writeString(source, "class Backup {}");
    assertEquals(1, createJava());
    assertEquals(
        """
        these files exist with other content; nothing is written. Use --force to replace them:
          src/main/java/domain/my/cache/Backup.java
        """,
        err.toString());
    assertEquals("<project/>", Files.readString(project.resolve("pom.xml")));
    assertFalse(Files.exists(project.resolve("src/test")));
  }

  @Test
  void createAStarterChart() throws IOException {
    init();
    assertEquals(0, run("create", "api", "--group", "cache", "--kind", "Web"), err::toString);
    try (var files = Files.list(project.resolve("helm-charts/web"))) {
      assertEquals(
          ".helmignore Chart.yaml templates values.yaml",
          files.map(file -> file.getFileName().toString()).sorted().collect(joining(" ")));
    }
    assertTrue(
        Files.readString(project.resolve("watches.yaml"))
            .contains(
                """
                - group: cache.my.domain
                  version: v1alpha1
                  kind: Web
                  chart: helm-charts/web
                  # This account makes the releases, with its permissions, in the namespace of the primary.
                  # `catamaran generate tenant NAMESPACE` makes it; config/tenant has the account for the samples.
                  serviceAccountName: memcached-operator-deployer
                  # Without effect, so that no author keeps old overrideValues, or skips or forces a part of an operation.
                  # Remove those that authors may use.
                  denyAnnotations: [pause, rollback-to, depends-on, upgrade-force, rollback-force,
                    install-disable-hooks, upgrade-disable-hooks, uninstall-disable-hooks]
                #+kubebuilder:scaffold:watch
                """));
  }

  /** What the operator itself may do with the objects of a chart, by the role. */
  private String role(String after) throws IOException {
    var role = Files.readString(project.resolve("config/rbac/role.yaml")) + "#";
    var rule = role.substring(role.indexOf(after));
    return rule.substring(rule.indexOf("  verbs:"), rule.indexOf("\n#", 1));
  }

  @Test
  void giveTheOperatorNoRightToMakeWhatAnAccountMakes() throws IOException {
    init();
    createChart();

    assertEquals("  verbs:\n  - delete\n  - get\n  - list\n  - watch", role("  - deployments\n"));
    assertEquals("  verbs:\n  - impersonate", role("  - memcached-operator-deployer\n"));
    var role = Files.readString(project.resolve("config/rbac/role.yaml"));
    assertEquals(1, role.split("  - create\n", -1).length - 1, role);
    assertTrue(role.contains("  - events\n  verbs:\n  - create\n"), role);
  }

  @Test
  void leaveReleasesToTheOperatorIfAsked() throws IOException {
    init();
    assertEquals(
        0,
        run("create", "api", "--helm-chart=" + CHART, "--own-rights", "--kind=Memcached"),
        err::toString);

    var watches = Files.readString(project.resolve("watches.yaml"));
    assertTrue(watches.contains("\n  allowOwnRights: true\n"), watches);
    assertFalse(watches.contains("  serviceAccountName:"), watches);
    assertFalse(Files.exists(project.resolve("config/tenant")));
    assertTrue(role("  - deployments\n").contains("- create\n"));
    var role = Files.readString(project.resolve("config/rbac/role.yaml"));
    assertFalse(role.contains("impersonate"), role);
  }

  /** The second kind has another owner of its rights, and the first keeps its own. */
  @Test
  void chooseForEachKind() throws IOException {
    init();
    assertEquals(0, run("create", "api", "--kind=Web", "--own-rights"), err::toString);
    assertEquals(0, run("create", "api", "--kind=Box"), err::toString);

    var accounts = Files.readString(project.resolve("config/tenant/account.yaml"));
    assertTrue(accounts.contains("memcached-operator-deployer-box.charts.my.domain"), accounts);
    assertFalse(accounts.contains("web.charts"), accounts);
    assertTrue(role("  - deployments\n").contains("- create\n"));
    assertEquals(0, manifests("--check"), err::toString);
  }

  /** The kind has an entry already: the option of a second run does not change it. */
  @Test
  void addNoSecondEntry() throws IOException {
    init();
    createChart();
    var watches = project.resolve("watches.yaml");
    var edited = Files.readString(watches).replaceAll("(?m)^  denyAnnotations.*\\R.*\\R", "");
    Files.writeString(watches, edited);
    var before = tree(project);

    assertEquals(
        0,
        run(
            "create",
            "api",
            "--group=cache",
            "--kind=Memcached",
            "--helm-chart=" + CHART,
            "--own-rights"),
        err::toString);
    assertEquals(before, tree(project));
  }

  /** Without these rights, the sample of such a chart would need a further step. */
  @Test
  void giveTheAccountOfTheSamplesWhatItsChartDoesOutsideOfNamespaces() throws IOException {
    init();
    var chart = project.resolveSibling("reader");
    Files.createDirectories(chart.resolve("templates"));
    Files.writeString(
        chart.resolve("Chart.yaml"), "{apiVersion: v2, name: reader, version: 0.1.0}");
    Files.writeString(chart.resolve("values.yaml"), "classes: false");
    Files.writeString(
        chart.resolve("templates/role.yaml"),
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
        """);
    Files.writeString(
        chart.resolve("templates/claim.yaml"),
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: reader}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """);

    assertEquals(0, run("create", "api", "--helm-chart=" + chart), err::toString);

    assertTrue(
        out.toString()
            .contains(
                "note: Reader: the chart needs permissions outside of namespaces (clusterroles, nodes), so config/tenant/account.yaml has a ClusterRole for its account."),
        out::toString);
    var accounts = Files.readString(project.resolve("config/tenant/account.yaml"));
    assertTrue(accounts.contains("kind: ClusterRoleBinding\n"), accounts);
    assertFalse(accounts.contains("priorityclasses"), accounts);
    assertFalse(accounts.contains("storageclasses"), accounts);
    assertEquals("  verbs:\n  - get", role("  - storageclasses\n"));
    assertEquals("  verbs:\n  - delete\n  - get", role("  - reader\n  resources:\n"));
    assertEquals(0, manifests("--check"), err::toString);
  }
}
