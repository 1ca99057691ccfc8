package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cli.GoldenTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart of a project with one kind. Its expected files are in src/test/golden. */
class GenerateChartTest {
  private static final String PREFIX = "memcached-operator-";

  @TempDir
  @SuppressWarnings("NullAway.Init") // Set by JUnit.
  private static Path folder;

  @SuppressWarnings("NullAway.Init") // Set before all tests.
  private static Commands commands;

  @SuppressWarnings("NullAway.Init") // Set before all tests.
  private static Path chart;

  private static String generate(String... more) {
    return commands.run(
        Stream.concat(
                Stream.of(
                    "generate",
                    "chart",
                    "--image=registry.example.com:5000/memcached-operator:1.2.3",
                    "--version=1.2.3"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @BeforeAll
  static void make() {
    commands = Commands.inNewProject(folder);
    chart = commands.project().resolve("dist/chart/memcached-operator");
    var said = generate();
    assertEquals(
        """
        %s is written
        Next: helm install memcached-operator %s --namespace memcached-operator-system --create-namespace
        """
            .formatted(chart, chart),
        said);
  }

  @Test
  void isTheGoldenChart() throws IOException {
    GoldenTree.named("memcached-operator-chart").check(GoldenTree.files(chart));
  }

  @Test
  void hasNoProblemForHelm() {
    assertEquals(List.of(), RenderedChart.problems(chart));
  }

  @Test
  void rendersTheObjectsOfConfig() throws IOException {
    var config = Kustomized.of(commands.project().resolve("config/default"));
    var expected = new TreeSet<String>();
    for (var object : config.objects()) {
      var kind = object.path("kind").asText();
      var name = object.path("metadata").path("name").asText();
      if (!kind.equals("Namespace")) {
        expected.add(kind + " " + (kind.equals("CustomResourceDefinition") ? name : PREFIX + name));
      }
    }
    assertEquals(expected, RenderedChart.of(chart, "").names());
  }

  @Test
  void watchesAllNamespacesWithTheRightsOfConfig() throws IOException {
    var rendered = RenderedChart.of(chart, "");
    assertEquals(
        configured(), RenderedChart.rights(rendered.get("ClusterRole " + PREFIX + "manager-role")));
    var container = container(rendered);
    assertEquals(
        "registry.example.com:5000/memcached-operator:1.2.3", container.path("image").asText());
    assertEquals("512Mi", container.path("resources").path("limits").path("memory").asText());
    assertFalse(container.path("env").toString().contains("WATCH_NAMESPACE"));
    assertEquals(
        "[run, --leader-elect, --leader-election-id=memcached-operator, --health-probe-bind-address=:8081,"
            + " --metrics-bind-address=:8443, --metrics-secure, --metrics-require-rbac]",
        args(container));
  }

  private static Set<String> configured() throws IOException {
    var file = commands.project().resolve("config/rbac/role.yaml");
    return RenderedChart.rights(Yaml.read(file).getFirst());
  }

  private static JsonNode container(RenderedChart rendered) {
    return DeploymentTemplate.operator(rendered.get("Deployment " + PREFIX + "controller-manager"));
  }

  private static String args(JsonNode container) {
    return container.path("args").valueStream().map(JsonNode::asText).toList().toString();
  }

  @Test
  void watchesNamespacesWithRolesInThem() throws IOException {
    var rendered = RenderedChart.of(chart, "watchNamespaces: [one, two]");
    var roles =
        rendered.objects().stream()
            .filter(object -> object.path("kind").asText().equals("Role"))
            .filter(role -> role.at("/metadata/name").asText().equals(PREFIX + "manager-role"))
            .toList();
    assertEquals(
        List.of("one", "two"),
        roles.stream().map(role -> role.at("/metadata/namespace").asText()).toList());
    var inCluster = RenderedChart.rights(rendered.get("ClusterRole " + PREFIX + "manager-role"));
    assertEquals(6, inCluster.size(), inCluster::toString);
    assertTrue(
        inCluster.stream()
            .allMatch(
                right ->
                    right.contains("customresourcedefinitions") || right.contains("apiservices")),
        inCluster::toString);
    for (var role : roles) {
      var all = new TreeSet<>(RenderedChart.rights(role));
      all.addAll(inCluster);
      assertEquals(configured(), all);
    }
    for (var binding : rendered.objects()) {
      if (binding.path("kind").asText().equals("RoleBinding")) {
        assertEquals("Role", binding.at("/roleRef/kind").asText());
        assertEquals("ops", binding.at("/subjects/0/namespace").asText());
        assertEquals(PREFIX + "controller-manager", binding.at("/subjects/0/name").asText());
      }
    }
    assertTrue(
        container(rendered)
            .path("env")
            .toString()
            .contains("\"WATCH_NAMESPACE\",\"value\":\"one,two\""));
  }

  @Test
  void makesAccountsInTheNamespacesOfTenants() throws IOException {
    var file = commands.project().resolve("config/tenant/account.yaml");
    var before = Files.readString(file);
    try {
      Files.writeString(file, before + OUTSIDE);
      generate();
      var rendered = RenderedChart.of(chart, "tenants: [team-a, \"123\"]");
      var name = PREFIX + "deployer-memcached.cache.my.domain";
      assertEquals(
          Set.of(
              "ServiceAccount team-a/memcached-operator-deployer",
              "ServiceAccount 123/memcached-operator-deployer",
              "Role team-a/" + name,
              "Role 123/" + name,
              "RoleBinding team-a/" + name + " -> " + name + " team-a",
              "RoleBinding 123/" + name + " -> " + name + " 123",
              "ClusterRole /team-a-default-reader",
              "ClusterRole /123-default-reader",
              "ClusterRoleBinding /team-a-default-reader -> team-a-default-reader team-a",
              "ClusterRoleBinding /123-default-reader -> 123-default-reader 123"),
          rendered.objects().stream()
              .filter(object -> object.toString().matches(".*(deployer|default-reader).*"))
              .filter(object -> !object.path("kind").asText().equals("Deployment"))
              .filter(object -> !object.at("/metadata/name").asText().endsWith("manager-role"))
              .map(GenerateChartTest::shown)
              .collect(Collectors.toSet()));
      assertEquals(
          RenderedChart.rights(Yaml.read(file).get(1)),
          RenderedChart.rights(
              rendered.objects().stream()
                  .filter(object -> shown(object).equals("Role team-a/" + name))
                  .findFirst()
                  .orElseThrow()));
    } finally {
      Files.writeString(file, before);
      generate();
    }
  }

  private static final String OUTSIDE =
      """
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: default-reader}
      rules: [{apiGroups: [""], resources: [nodes], verbs: [get]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: default-reader}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: default-reader}
      subjects: [{kind: ServiceAccount, name: memcached-operator-deployer, namespace: default}]
      """;

  private static String shown(JsonNode object) {
    var metadata = object.path("metadata");
    var shown =
        "%s %s/%s"
            .formatted(
                object.path("kind").asText(),
                metadata.path("namespace").asText(),
                metadata.path("name").asText());
    return object.has("roleRef")
        ? "%s -> %s %s"
            .formatted(
                shown,
                object.at("/roleRef/name").asText(),
                object.at("/subjects/0/namespace").asText())
        : shown;
  }

  /** As kustomize does it. */
  @Test
  void givesRightsToTheAccountsOfOtherNamespacesThere() throws IOException {
    try {
      commands.withRights(Commands.BINDING, GenerateChartTest::generate);
      var binding =
          RenderedChart.of(chart, "").get("ClusterRoleBinding " + PREFIX + "scraper-rolebinding");
      assertEquals(PREFIX + "metrics-auth-role", binding.at("/roleRef/name").asText());
      assertEquals(
          List.of(
              "monitoring/prometheus-k8s",
              "other/controller-manager",
              "ops/" + PREFIX + "controller-manager"),
          binding
              .path("subjects")
              .valueStream()
              .map(it -> it.path("namespace").asText() + "/" + it.path("name").asText())
              .toList());
    } finally {
      generate();
    }
  }

  @Test
  void leavesOutWhatIsNotEnabled() {
    var rendered =
        RenderedChart.of(
            chart,
            """
            metrics: {enabled: false}
            leaderElection: {enabled: false}
            userRoles: {enabled: false}
            crds: {enabled: false}
            """);
    assertEquals(
        Set.of(
            "ClusterRole memcached-operator-manager-role",
            "ClusterRoleBinding memcached-operator-manager-rolebinding",
            "Deployment memcached-operator-controller-manager",
            "ServiceAccount memcached-operator-controller-manager"),
        rendered.names());
    assertEquals(
        "[run, --health-probe-bind-address=:8081, --metrics-bind-address=0]",
        args(container(rendered)));
  }

  @Test
  void hasWhatConfigLeavesOut() {
    var rendered =
        RenderedChart.of(
            chart,
            """
            image: {digest: "sha256:abc", pullSecrets: [{name: registry}]}
            replicas: 2
            metrics: {secure: false, serviceMonitor: {enabled: true}}
            networkPolicy: {enabled: true}
            extraArgs: [--zap-log-level=debug]
            extraEnv: [{name: A, value: b}]
            nodeSelector: {disk: fast}
            tolerations: [{operator: Exists}]
            affinity: {nodeAffinity: {}}
            """);
    var pod = rendered.get("Deployment " + PREFIX + "controller-manager").at("/spec/template/spec");
    assertEquals("[{\"name\":\"registry\"}]", pod.path("imagePullSecrets").toString());
    assertEquals("{\"disk\":\"fast\"}", pod.path("nodeSelector").toString());
    assertEquals("[{\"operator\":\"Exists\"}]", pod.path("tolerations").toString());
    assertEquals("{\"nodeAffinity\":{}}", pod.path("affinity").toString());
    var container = container(rendered);
    assertEquals(
        "registry.example.com:5000/memcached-operator@sha256:abc",
        container.path("image").asText());
    assertTrue(args(container).endsWith("--metrics-bind-address=:8443, --zap-log-level=debug]"));
    assertTrue(container.path("env").toString().endsWith("{\"name\":\"A\",\"value\":\"b\"}]"));
    var monitor = rendered.get("ServiceMonitor " + PREFIX + "controller-manager-metrics-monitor");
    assertEquals(
        "[{\"path\":\"/metrics\",\"port\":\"metrics\",\"scheme\":\"http\"}]",
        monitor.at("/spec/endpoints").toString());
    var selected = monitor.at("/spec/selector/matchLabels").toString();
    assertTrue(
        selected.contains("\"app.kubernetes.io/instance\":\"memcached-operator\""), selected);
    assertTrue(rendered.names().contains("NetworkPolicy " + PREFIX + "controller-manager"));
    assertFalse(rendered.names().contains("ClusterRole " + PREFIX + "metrics-auth-role"));
  }

  @Test
  void keepsDefinitionsUnlessTold() {
    var definition = "CustomResourceDefinition memcacheds.cache.my.domain";
    var policy = "/metadata/annotations/helm.sh~1resource-policy";
    assertEquals("keep", RenderedChart.of(chart, "").get(definition).at(policy).asText());
    assertTrue(
        RenderedChart.of(chart, "crds: {keep: false}").get(definition).at(policy).isMissingNode());
  }

  @Test
  void refusesWrongValues() {
    var refused =
        assertThrows(
            RuntimeException.class,
            () -> RenderedChart.of(chart, "watchNamespaces: one\nreplica: 2"));
    var message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("watchNamespaces") && message.contains("replica"), message);
    var several =
        assertThrows(
            RuntimeException.class,
            () -> RenderedChart.of(chart, "{replicas: 2, leaderElection: {enabled: false}}"));
    assertTrue(
        String.valueOf(several.getMessage()).contains("more than one needs leaderElection.enabled"),
        several::getMessage);
  }

  @Test
  void replacesAnEditedTemplateOnlyByForce() throws IOException {
    var before = GoldenTree.files(chart);
    Files.writeString(chart.resolve("templates/NOTES.txt"), "mine");
    assertEquals(
        chart
            + " has generated files that a person edited; nothing is written. Edit config/ instead, or use"
            + " --force to replace them:\n  templates/NOTES.txt\n",
        commands.fail("generate", "chart"));
    generate("--force");
    assertEquals(before, GoldenTree.files(chart));
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "config", "helm-charts/memcached", "dist/.."})
  void replacesNothingThatItDidNotWrite(String output) throws IOException {
    Files.createDirectories(commands.project().resolve(".git"));
    Files.writeString(commands.project().resolve(".git/HEAD"), "ref: refs/heads/main\n");
    var before = GoldenTree.files(folder);
    var place = commands.project().resolve(output);
    var refusal = commands.fail("generate", "chart", "--force", "--output", place.toString());
    assertTrue(
        refusal.startsWith(
            place + " has files that this command did not write; nothing is written."),
        refusal);
    assertEquals(before, GoldenTree.files(folder));
  }

  @Test
  void refusesAVersionThatHelmDoesNotKnow() {
    assertEquals(
        "--version: \"1.0\" is not a semantic version, such as 1.0.0 or 1.0.0-rc.1\n",
        commands.fail("generate", "chart", "--version", "1.0"));
  }
}
