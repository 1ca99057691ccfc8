package dev.catamaran.distribution;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cli.TestProject;
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

/** The chart of a project with one kind. {@code GeneratedChartIT} installs one. */
class GenerateChartTest {
  private static final String PREFIX = "memcached-operator-";

  /** Pointers to what no value of the chart changes. */
  private static final List<String> SAME =
      Stream.concat(
              Stream.of(
                  "/spec/names",
                  "/spec/versions",
                  "/spec/ports",
                  "/roleRef/kind",
                  "/spec/template/spec/securityContext",
                  "/spec/template/spec/terminationGracePeriodSeconds",
                  "/spec/template/spec/volumes"),
              Stream.of(
                      "ports",
                      "startupProbe",
                      "livenessProbe",
                      "readinessProbe",
                      "resources",
                      "securityContext",
                      "volumeMounts")
                  .map(field -> "/spec/template/spec/containers/0/" + field))
          .toList();

  /** A role of the operator for accounts of three namespaces, two of them with the same name. */
  private static final String BINDING =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata:
        name: scraper-rolebinding
      roleRef:
        apiGroup: rbac.authorization.k8s.io
        kind: ClusterRole
        name: metrics-auth-role
      subjects:
      - {kind: ServiceAccount, name: prometheus-k8s, namespace: monitoring}
      - {kind: ServiceAccount, name: controller-manager, namespace: other}
      - {kind: ServiceAccount, name: controller-manager, namespace: system}
      """;

  @TempDir
  @SuppressWarnings("NullAway.Init") // Set by JUnit.
  private static Path folder;

  @SuppressWarnings("NullAway.Init") // Set before all tests.
  private static TestProject project;

  @SuppressWarnings("NullAway.Init") // Set before all tests.
  private static Path chart;

  private static String generate(String... more) {
    // As make chart does.
    project.deleteAll("dist");
    return project.succeed(
        "generate chart --image=registry.example.com:5000/memcached-operator:1.2.3 --version=1.2.3",
        more);
  }

  @BeforeAll
  static void make() {
    project = TestProject.memcachedIn(folder);
    chart = project.file("dist/chart/memcached-operator");
    assertContains(generate(), "Next: helm install memcached-operator " + chart);
  }

  @Test
  void hasNoProblemForHelm() {
    assertEquals(List.of(), RenderedChart.problems(chart));
  }

  @Test
  void rendersTheObjectsOfConfig() {
    var rendered = RenderedChart.of(chart, "");
    var expected = new TreeSet<String>();
    for (var object : OperatorConfig.read(project.file("")).built()) {
      var kind = object.path("kind").asText();
      var name = OperatorConfig.name(object);
      if (!kind.equals("Namespace")) {
        var title = kind + " " + (kind.equals("CustomResourceDefinition") ? name : PREFIX + name);
        expected.add(title);
        var made = rendered.get(title);
        assertEquals(RenderedChart.rights(object), RenderedChart.rights(made), name);
        for (var field : SAME) {
          assertEquals(object.at(field), made.at(field), () -> name + " " + field);
        }
      }
    }
    assertEquals(expected, rendered.names());
  }

  @Test
  void watchesAllNamespacesWithTheRightsOfConfig() throws IOException {
    var rendered = RenderedChart.of(chart, "");
    assertEquals(
        configured(), RenderedChart.rights(rendered.get("ClusterRole " + PREFIX + "manager-role")));
    var container = container(rendered);
    assertEquals(
        "registry.example.com:5000/memcached-operator:1.2.3", container.path("image").asText());
    assertEquals(
        "{\"ephemeral-storage\":\"1Gi\",\"memory\":\"768Mi\"}",
        container.path("resources").path("limits").toString());
    assertEquals(
        Set.of("NetworkPolicy " + PREFIX + "controller-manager"),
        rendered.names().stream()
            .filter(name -> name.startsWith("NetworkPolicy"))
            .collect(Collectors.toSet()));
    assertFalse(container.path("env").toString().contains("WATCH_NAMESPACE"));
    assertEquals(
        "[run, --leader-elect, --leader-election-id=memcached-operator, --health-probe-bind-address=:8081,"
            + " --metrics-bind-address=:8443, --metrics-secure, --metrics-require-rbac]",
        args(container));
  }

  private static Set<String> configured() throws IOException {
    var file = project.file("config/rbac/role.yaml");
    return RenderedChart.rights(Yaml.read(Files.readString(file)).getFirst());
  }

  private static JsonNode container(RenderedChart rendered) {
    return OperatorConfig.container(rendered.get("Deployment " + PREFIX + "controller-manager"));
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
    assertEquals(3, inCluster.size(), inCluster::toString);
    assertTrue(
        inCluster.stream().allMatch(right -> right.contains("customresourcedefinitions")),
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
    var file = project.file("config/tenant/account.yaml");
    var before = Files.readString(file);
    try {
      Files.writeString(file, before + OUTSIDE);
      generate();
      var rendered = RenderedChart.of(chart, "tenants: [team-a, \"123\"]");
      var name = PREFIX + "deployer-memcached.cache.my.domain";
      var revisions = PREFIX + "controller-manager-revisions";
      assertEquals(
          Set.of(
              "ServiceAccount team-a/memcached-operator-deployer",
              "ServiceAccount 123/memcached-operator-deployer",
              "ClusterRole /memcached-operator-" + name,
              "RoleBinding team-a/" + name + " -> memcached-operator-" + name + " team-a",
              "RoleBinding 123/" + name + " -> memcached-operator-" + name + " 123",
              "ClusterRole /memcached-operator-" + revisions,
              "RoleBinding team-a/" + revisions + " -> memcached-operator-" + revisions + " ops",
              "RoleBinding 123/" + revisions + " -> memcached-operator-" + revisions + " ops",
              "ClusterRole /memcached-operator-default-reader",
              "ClusterRoleBinding /team-a-default-reader -> memcached-operator-default-reader team-a",
              "ClusterRoleBinding /123-default-reader -> memcached-operator-default-reader 123"),
          rendered.objects().stream()
              .filter(object -> shown(object).matches(".*(deployer|default-reader|revisions).*"))
              .map(GenerateChartTest::shown)
              .collect(Collectors.toSet()));
      assertEquals(
          RenderedChart.rights(Yaml.read(Files.readString(file)).get(2)),
          RenderedChart.rights(
              rendered.objects().stream()
                  .filter(object -> shown(object).equals("ClusterRole /memcached-operator-" + name))
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
    var list = "config/rbac/kustomization.yaml";
    var before = project.read(list);
    try {
      project
          .write("config/rbac/further.yaml", BINDING)
          .replace(list, "- role.yaml\n", "- role.yaml\n- further.yaml\n");
      generate();
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
      project.delete("config/rbac/further.yaml").write(list, before);
      generate();
    }
  }

  @Test
  void namesTheCertificateOfTheMetricsInTheMonitor() throws IOException {
    var list = "config/default/kustomization.yaml";
    var before = project.read(list);
    try {
      project.write(
          list,
          before
              .replace("# components:\n# - ../metrics-certs", "components:\n- ../metrics-certs")
              .replace("# - ../prometheus", "- ../prometheus"));
      generate();
      var rendered = RenderedChart.of(chart, "metrics: {serviceMonitor: {enabled: true}}");
      var tls =
          rendered
              .get("ServiceMonitor " + PREFIX + "controller-manager-metrics-monitor")
              .at("/spec/endpoints/0/tlsConfig");
      var certificate = rendered.get("Certificate " + PREFIX + "metrics-cert").path("spec");
      assertEquals(certificate.path("secretName"), tls.at("/ca/secret/name"));
      assertEquals(certificate.at("/dnsNames/0"), tls.path("serverName"));
      var without = RenderedChart.of(chart, "metrics: {enabled: false}");
      assertFalse(without.names().contains("Certificate " + PREFIX + "metrics-cert"));
      assertFalse(container(without).toString().contains("metrics-cert"), "its volume");
    } finally {
      project.write(list, before);
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
            networkPolicy: {enabled: false}
            admissionPolicy: {enabled: false}
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
    assertFalse(rendered.names().contains("ClusterRole " + PREFIX + "metrics-auth-role"));
  }

  @Test
  void refusesByPolicyWhatTheReleasesOperatorAsks() {
    var rendered = RenderedChart.of(chart, "");
    var policy = rendered.get("ValidatingAdmissionPolicy " + PREFIX + "releases");
    assertContains(
        policy.at("/spec/matchConditions/0/expression").asText(),
        "== 'system:serviceaccount:ops:memcached-operator-controller-manager'",
        "in ['memcached-operator-deployer']");
    assertFalse(policy.toString().contains("memcached-operator-system"), policy::toString);
    assertEquals(
        PREFIX + "releases",
        rendered
            .get("ValidatingAdmissionPolicyBinding " + PREFIX + "releases")
            .at("/spec/policyName")
            .asText());
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

  @ParameterizedTest
  @ValueSource(strings = {".", "config", "helm-charts/memcached", "dist/.."})
  void replacesNothingThatItDidNotWrite(String output) throws IOException {
    project.write(".git/HEAD", "ref: refs/heads/main\n");
    assertContains(
        project.refuse("generate chart --output " + project.file(output)),
        " is not empty, and nothing is written: delete it");
  }

  @Test
  void refusesAVersionThatHelmDoesNotKnow() {
    assertContains(
        project.refuse("generate chart --version 1.0"), "\"1.0\" is not a semantic version");
  }
}
