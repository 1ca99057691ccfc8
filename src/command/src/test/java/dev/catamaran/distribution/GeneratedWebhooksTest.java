package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cli.TestProject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project with a Java kind and all webhooks of `create webhook`: its classes compile, its tests
 * pass, and its manifests and its chart have the webhooks.
 */
class GeneratedWebhooksTest {
  private static final String PREFIX = "memcached-operator-";

  /** Class path of this test. */
  private static final String LIBRARIES =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  @TempDir
  @SuppressWarnings("NullAway.Init") // Set by JUnit.
  private static Path folder;

  @SuppressWarnings("NullAway.Init") // Set before all tests.
  private static Path project;

  @SuppressWarnings("NullAway.Init") // Set before all tests.
  private static Path classes;

  @BeforeAll
  static void make() throws Exception {
    project = folder.resolve("memcached-operator");
    classes = folder.resolve("classes");
    var made = new TestProject(project);
    made.succeed("init --domain=my.domain");
    made.succeed("create api --group=cache --version=v1 --kind=Backup --java");
    made.succeed(
        "create webhook --group=cache --version=v1 --kind=Backup --defaulting"
            + " --programmatic-validation --conversion --spoke=v1alpha1");
    compile();
    command("manifests");
    command("generate", "chart");
  }

  /** All but the test that needs a cluster and the test kit. */
  private static void compile() throws IOException {
    var arguments = new ArrayList<>(List.of("-parameters", "-cp", LIBRARIES, "-d", classes + ""));
    try (var sources = Files.walk(project.resolve("src"))) {
      sources
          .map(Path::toString)
          .filter(file -> file.endsWith(".java") && !file.endsWith("IT.java"))
          .forEach(arguments::add);
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    assertEquals(
        0,
        compiler.run(InputStream.nullInputStream(), null, null, arguments.toArray(String[]::new)));
  }

  /** Runs in a process with the project's classes, as `make manifests` does. */
  private static void command(String... arguments) throws Exception {
    var line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                LIBRARIES + System.getProperty("path.separator") + classes,
                "dev.catamaran.cli.Main"));
    line.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(line).directory(project.toFile()).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
  }

  @Test
  void passTheirOwnTests() throws Exception {
    int tests = 0;
    try (var loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, GeneratedWebhooksTest.class.getClassLoader())) {
      for (var name : List.of("BackupAdmissionTest", "BackupV1alpha1ConverterTest")) {
        var type = loader.loadClass("domain.my.cache." + name);
        for (var method : type.getDeclaredMethods()) {
          if (method.isAnnotationPresent(Test.class)) {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            method.setAccessible(true);
            method.invoke(constructor.newInstance());
            tests++;
          }
        }
      }
    }
    assertEquals(4, tests);
  }

  @Test
  void areInTheManifests() {
    var built = OperatorConfig.read(project).built();
    assertEquals(
        List.of("/mutate-cache-my-domain-v1-backup", "/validate-cache-my-domain-v1-backup"),
        Stream.of("Mutating", "Validating")
            .map(kind -> only(kind + "WebhookConfiguration", built))
            .map(found -> found.at("/webhooks/0/clientConfig/service/path").asText())
            .toList());
    var definition = only("CustomResourceDefinition", built);
    assertEquals(
        Set.of("v1 true", "v1alpha1 false"),
        new TreeSet<>(
            definition
                .at("/spec/versions")
                .valueStream()
                .map(it -> it.path("name").asText() + " " + it.path("storage").asText())
                .toList()));
    assertEquals("Webhook", definition.at("/spec/conversion/strategy").asText());
  }

  private static JsonNode only(String kind, List<? extends JsonNode> objects) {
    var found = objects.stream().filter(object -> object.path("kind").asText().equals(kind));
    return found.findFirst().orElseThrow();
  }

  private static Path chart() {
    return project.resolve("dist/chart/memcached-operator");
  }

  @Test
  void areInTheChart() {
    assertEquals(List.of(), RenderedChart.problems(chart()));
    var rendered = RenderedChart.of(chart(), "");
    var service = PREFIX + "webhook-service";
    for (var kind : List.of("Mutating", "Validating")) {
      var lower = kind.toLowerCase(Locale.ROOT);
      var found =
          rendered.get(
              "%sWebhookConfiguration %s%s-webhook-configuration".formatted(kind, PREFIX, lower));
      assertEquals(
          "ops/" + PREFIX + "serving-cert",
          found.at("/metadata/annotations/cert-manager.io~1inject-ca-from").asText());
      assertEquals(service, found.at("/webhooks/0/clientConfig/service/name").asText());
      assertEquals("ops", found.at("/webhooks/0/clientConfig/service/namespace").asText());
    }
    var conversion = definition(rendered).at("/spec/conversion/webhook/clientConfig/service");
    assertEquals(service, conversion.path("name").asText());
    assertEquals("ops", conversion.path("namespace").asText());
    assertEquals(
        "[\"%s.ops.svc\",\"%s.ops.svc.cluster.local\"]".formatted(service, service),
        rendered.get("Certificate " + PREFIX + "serving-cert").at("/spec/dnsNames").toString());
    assertEquals(
        rendered.get("Certificate " + PREFIX + "serving-cert").at("/spec/secretName"),
        volumes(rendered).path(1).at("/secret/secretName"));
    assertTrue(arguments(rendered).contains("--webhook-cert-path=/etc/webhook-certs"));
  }

  private static JsonNode definition(RenderedChart rendered) {
    return rendered.get("CustomResourceDefinition backups.cache.my.domain");
  }

  private static JsonNode deployment(RenderedChart rendered) {
    return rendered.get("Deployment " + PREFIX + "controller-manager");
  }

  private static JsonNode volumes(RenderedChart rendered) {
    return deployment(rendered).at("/spec/template/spec/volumes");
  }

  private static String arguments(RenderedChart rendered) {
    return OperatorConfig.container(deployment(rendered)).path("args").toString();
  }

  @Test
  void areServedByTwoPodsOfWhichADrainLeavesOne() {
    var rendered = RenderedChart.of(chart(), "");
    assertEquals(2, deployment(rendered).at("/spec/replicas").asInt());
    var budget = rendered.get("PodDisruptionBudget " + PREFIX + "controller-manager");
    assertEquals(1, budget.at("/spec/maxUnavailable").asInt());
    assertEquals(deployment(rendered).at("/spec/selector"), budget.at("/spec/selector"));
    assertEquals(
        deployment(rendered).at("/spec/selector"),
        deployment(rendered).at("/spec/template/spec/topologySpreadConstraints/0/labelSelector"));
  }

  @Test
  void mayHaveACertificateOfAPerson() {
    var rendered =
        RenderedChart.of(chart(), "webhooks: {certManager: {enabled: false}, caBundle: Q0E=}");
    assertFalse(rendered.names().contains("Certificate " + PREFIX + "serving-cert"));
    assertEquals(
        "Q0E=", definition(rendered).at("/spec/conversion/webhook/clientConfig/caBundle").asText());
    assertFalse(definition(rendered).toString().contains("inject-ca-from"));
  }

  @Test
  void mayBeOffInTheChart() {
    var rendered = RenderedChart.of(chart(), "webhooks: {enabled: false}");
    assertEquals(
        List.of(),
        rendered.names().stream()
            .filter(name -> name.matches(".*(webhook|Certificate|Budget).*"))
            .toList());
    assertTrue(definition(rendered).at("/spec/conversion").isMissingNode());
    assertTrue(arguments(rendered).contains("--webhook-bind-address=0"));
    assertEquals(1, volumes(rendered).size());
  }
}
