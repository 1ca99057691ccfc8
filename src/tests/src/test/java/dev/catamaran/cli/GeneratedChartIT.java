package dev.catamaran.cli;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Helm installs the chart that `catamaran generate chart` makes. */
class GeneratedChartIT {
  private final TestNamespace namespace;
  private final Path project;
  private final Path chart;
  private final String release;

  GeneratedChartIT(TestNamespace namespace, @TempDir Path folder) {
    this.namespace = namespace;
    this.project = folder.resolve("boat-operator");
    this.chart = project.resolve("dist/chart/boat-operator");
    // The names of cluster-scoped objects begin with it.
    this.release = namespace.name() + "-boat-operator";
  }

  private void generate() {
    var boat = TestChart.named("boat").configMap("by", "made", "here");
    run("init", "--domain", namespace.name() + ".test");
    run("create", "api", "--group=sea", "--kind=Boat", "--helm-chart=" + boat.path());
    run("generate", "chart");
  }

  private void run(String... arguments) {
    var output = new StringWriter();
    var all =
        Stream.concat(Stream.of(arguments), Stream.of("--project=" + project))
            .toArray(String[]::new);
    var writer = new PrintWriter(output);
    assertEquals(0, Main.execute(writer, writer, all), output::toString);
  }

  @Test
  void installsAndUninstallsTheOperator() throws IOException {
    generate();
    var objects = rendered();
    try {
      install();
      for (var object : objects) {
        assertNotNull(namespace.client().resource(object).get(), object.toString());
      }
      assertEquals(configured(), rights(managerRole().getRules()));

      upgradeToOneNamespace();
      var role = namespace.existing(Role.class, release + "-manager-role");
      var all = rights(role.getRules());
      all.addAll(rights(managerRole().getRules()));
      assertEquals(configured(), all);
      assertEquals(
          Set.of("customresourcedefinitions"),
          managerRole().getRules().stream()
              .flatMap(rule -> rule.getResources().stream())
              .collect(Collectors.toSet()));

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
    var yaml = new Helm(chart).template().withName(release).withNamespace(namespace.name()).call();
    var objects = namespace.client().load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items();
    assertTrue(objects.size() > 10, objects::toString);
    return objects;
  }

  private void install() {
    new Helm(chart)
        .install()
        .withName(release)
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
  }

  private void upgradeToOneNamespace() throws IOException {
    var values =
        Files.writeString(
            project.resolve("one.yaml"), "watchNamespaces: [%s]".formatted(namespace.name()));
    new Helm(chart)
        .upgrade()
        .withName(release)
        .withNamespace(namespace.name())
        .withValuesFile(values)
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
  }

  private void uninstall() {
    Helm.uninstall(release)
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
  }

  private ClusterRole managerRole() {
    return namespace.client().rbac().clusterRoles().withName(release + "-manager-role").require();
  }

  private Set<String> configured() throws IOException {
    var file = project.resolve("config/rbac/role.yaml");
    return rights(Serialization.unmarshal(Files.readString(file), ClusterRole.class).getRules());
  }

  /** Each single right: group, resource and verb. */
  private static Set<String> rights(List<PolicyRule> rules) {
    var rights = new TreeSet<String>();
    for (var rule : rules) {
      for (var group : rule.getApiGroups()) {
        for (var resource : rule.getResources()) {
          rule.getVerbs().forEach(verb -> rights.add(verb + " " + group + "/" + resource));
        }
      }
    }
    return rights;
  }
}
