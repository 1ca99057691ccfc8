package dev.catamaran.cli;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Overlay;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Helm installs the chart that `make chart` writes of config/chart. */
class GeneratedChartIT {
  /** Neither is an action. */
  private static final String TEXT = "Text with {{ fail \"x\" }} and [[ -a ]] of";

  private final TestNamespace namespace;
  private final Path project;
  private final Path chart;
  private final String operator;

  GeneratedChartIT(TestNamespace namespace, @TempDir Path folder) {
    this.namespace = namespace;
    this.project = folder.resolve("boat-operator");
    this.chart = project.resolve("dist/chart/boat-operator");
    this.operator = namespace.name() + "-controller-manager";
  }

  private void generate() throws Exception {
    var boat = TestChart.named("boat").configMap("by", "made", "here");
    run("init", "--domain", namespace.name() + ".test");
    // Other tests have objects outside of namespaces, too.
    replace("config/default/kustomization.yaml", "boat-operator-system", namespace.name());
    replace("config/default/kustomization.yaml", "boat-operator-", namespace.name() + "-");
    run("create", "api", "--group=sea", "--kind=Boat", "--helm-chart=" + boat.path());
    replace(definition(), "A release of the chart", TEXT);
    make("chart", "IMG=boats.example/boat:2.0.0", "VERSION=2.0.0");
  }

  private String definition() {
    return "config/crd/bases/sea." + namespace.name() + ".test_boats.yaml";
  }

  private void replace(String file, String text, String by) throws IOException {
    var before = Files.readString(project.resolve(file));
    assertTrue(before.contains(text), before);
    Files.writeString(project.resolve(file), before.replace(text, by));
  }

  private void run(String... arguments) {
    var output = new StringWriter();
    var all =
        Stream.concat(Stream.of(arguments), Stream.of("--project=" + project))
            .toArray(String[]::new);
    var writer = new PrintWriter(output);
    assertEquals(0, Main.execute(writer, writer, all), output::toString);
  }

  /** The manifests are there, so that no command needs to run. */
  private void make(String... arguments) throws Exception {
    var kubectl = "KUBECTL=" + Path.of("hack/kubectl").toAbsolutePath();
    var line = Stream.concat(Stream.of("make", "CATAMARAN=true", kubectl), Stream.of(arguments));
    var process =
        new ProcessBuilder(line.toList())
            .directory(project.toFile())
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
  }

  @Test
  void installsAndUninstallsTheOperator() throws Exception {
    generate();
    var objects = rendered();
    try {
      install();
      for (var object : objects) {
        assertNotNull(namespace.client().resource(object).get(), object.toString());
      }
      var pod = namespace.existing(Deployment.class, operator).getSpec().getTemplate().getSpec();
      assertEquals("boats.example/boat:2.0.0", pod.getContainers().getFirst().getImage());
      assertEquals("edge", pod.getNodeSelector().get("place"));
      assertEquals(
          Serialization.unmarshal(
                  Files.readString(project.resolve("config/rbac/role.yaml")), ClusterRole.class)
              .getRules(),
          namespace
              .client()
              .rbac()
              .clusterRoles()
              .withName(namespace.name() + "-manager-role")
              .require()
              .getRules());

      uninstall();
      eventually(
          () ->
              assertEquals(
                  List.of("CustomResourceDefinition"),
                  objects.stream()
                      .filter(object -> namespace.client().resource(object).get() != null)
                      .map(HasMetadata::getKind)
                      .toList()));
    } finally {
      objects.stream()
          .filter(CustomResourceDefinition.class::isInstance)
          .forEach(object -> namespace.client().resource(object).delete());
    }
  }

  private List<HasMetadata> rendered() {
    var yaml = new Helm(chart).template().withName("boats").withNamespace(namespace.name()).call();
    assertTrue(yaml.contains(TEXT + " boat"), yaml);
    var objects = namespace.client().load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items();
    assertTrue(objects.size() > 10, objects::toString);
    return objects;
  }

  private void install() throws IOException {
    new Helm(chart)
        .install()
        .withName("boats")
        .withNamespace(namespace.name())
        .withValuesFile(
            Files.writeString(project.resolve("edge.yaml"), "nodeSelector: {place: edge}"))
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
  }

  private void uninstall() {
    Helm.uninstall("boats")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
  }

  /** Of all that `create webhook` writes for kustomize. */
  @Test
  void servesWebhooksByTwoPodsOfWhichADrainLeavesOne() throws IOException {
    run("init", "--domain=my.domain");
    var boat = List.of("--group=sea", "--version=v1", "--kind=Boat");
    run(Stream.concat(Stream.of("create", "api", "--java"), boat.stream()).toArray(String[]::new));
    var webhook = Stream.of("create", "webhook", "--conversion", "--spoke=v1alpha1");
    run(Stream.concat(webhook, boat.stream()).toArray(String[]::new));
    // As `make manifests` writes them from compiled classes.
    Files.createDirectories(project.resolve("config/crd/bases"));
    Files.writeString(
        project.resolve("config/crd/bases/sea.my.domain_boats.yaml"),
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: boats.sea.my.domain
        spec: {}
        """);
    Files.writeString(
        project.resolve("config/rbac/role.yaml"),
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: manager-role}}");
    Files.writeString(
        project.resolve("config/admission/policy.yaml"),
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
    var yaml = Overlay.kustomize(project.resolve("config/default").toString());
    var objects = namespace.client().load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items();

    var operator = only(Deployment.class, objects).getSpec();
    assertEquals(2, operator.getReplicas());
    var budget = only(PodDisruptionBudget.class, objects).getSpec();
    assertEquals(1, budget.getMaxUnavailable().getIntVal());
    assertEquals(operator.getSelector(), budget.getSelector());
    assertEquals(
        operator.getSelector(),
        operator
            .getTemplate()
            .getSpec()
            .getTopologySpreadConstraints()
            .getFirst()
            .getLabelSelector());
    var service =
        only(CustomResourceDefinition.class, objects)
            .getSpec()
            .getConversion()
            .getWebhook()
            .getClientConfig()
            .getService();
    assertEquals("boat-operator-webhook-service", service.getName());
    assertEquals("boat-operator-system", service.getNamespace());
    assertTrue(yaml.contains("- boat-operator-webhook-service.boat-operator-system.svc\n"), yaml);
  }

  private static <T> T only(Class<T> type, List<HasMetadata> objects) {
    return objects.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }
}
