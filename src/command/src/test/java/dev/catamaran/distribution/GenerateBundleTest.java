package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.cli.GoldenTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundle of a project with one kind. Its expected files are in src/test/golden. */
class GenerateBundleTest {
  private static final String BASE =
      "config/manifests/bases/memcached-operator.clusterserviceversion.yaml";

  @TempDir
  @SuppressWarnings("NullAway.Init") // Set by JUnit.
  private static Path folder;

  @SuppressWarnings("NullAway.Init") // Set before all tests.
  private static Commands commands;

  private static final String[] GENERATE = {
    "generate",
    "bundle",
    "--image=registry.example.com/memcached-operator:1.2.3",
    "--version=1.2.3",
    "--channels=stable,alpha"
  };

  private static String generate() {
    return commands.run(GENERATE);
  }

  @BeforeAll
  static void make() {
    commands = Commands.inNewProject(folder);
    assertEquals(
        """
        bundle.Dockerfile is written
        %s is written
        %s is written
        Next: describe the operator in %s, and run the command again
        """
            .formatted(BASE, commands.project().resolve("bundle"), BASE),
        generate());
  }

  private static Map<String, String> made() throws IOException {
    var made = new TreeMap<String, String>();
    GoldenTree.files(commands.project().resolve("bundle"))
        .forEach((file, text) -> made.put("bundle/" + file, text));
    for (var file : new String[] {"bundle.Dockerfile", BASE}) {
      made.put(file, Files.readString(commands.project().resolve(file)));
    }
    return made;
  }

  private static JsonNode version() {
    return Yaml.read(
            commands
                .project()
                .resolve("bundle/manifests/memcached-operator.clusterserviceversion.yaml"))
        .getFirst();
  }

  @Test
  void isTheGoldenBundle() throws IOException {
    GoldenTree.named("memcached-operator-bundle").check(made());
  }

  @Test
  void ownsExactlyTheDefinitionsOfTheBundle() throws IOException {
    var owned = new TreeSet<String>();
    version()
        .at("/spec/customresourcedefinitions/owned")
        .forEach(
            entry ->
                owned.add(
                    "%s %s %s"
                        .formatted(
                            entry.path("name").asText(),
                            entry.path("version").asText(),
                            entry.path("kind").asText())));
    var defined = new TreeSet<String>();
    for (var text : made().values()) {
      for (var object : Yaml.read(text, Path.of("bundle"))) {
        if (object.path("kind").asText().equals("CustomResourceDefinition")) {
          for (var served : object.at("/spec/versions")) {
            defined.add(
                "%s %s %s"
                    .formatted(
                        object.at("/metadata/name").asText(),
                        served.path("name").asText(),
                        object.at("/spec/names/kind").asText()));
          }
        }
      }
    }
    assertEquals(defined, owned);
    assertEquals(1, owned.size());
  }

  @Test
  void hasTheSampleAsExample() throws IOException {
    assertSampleIsTheExample();
  }

  private static void assertSampleIsTheExample() throws IOException {
    var examples =
        JsonMapper.builder()
            .build()
            .readTree(version().at("/metadata/annotations/alm-examples").asText());
    var sample =
        Yaml.read(commands.project().resolve("config/samples/cache_v1alpha1_memcached.yaml"));
    assertEquals(1, examples.size());
    assertEquals(sample.getFirst(), examples.path(0));
  }

  @Test
  void leavesOutWhatASampleNeeds() throws IOException {
    var sample = commands.project().resolve("config/samples/cache_v1alpha1_memcached.yaml");
    var before = Files.readString(sample);
    try {
      Files.writeString(
          sample, before + "---\napiVersion: v1\nkind: Secret\nmetadata: {name: values}\n");
      generate();
      assertSampleIsTheExample();
    } finally {
      Files.writeString(sample, before);
      generate();
    }
  }

  @Test
  void givesTheRightsOfConfig() throws IOException {
    assertRightsOfConfig();
  }

  private static void assertRightsOfConfig() throws IOException {
    var given = new TreeSet<String>();
    for (var field : new String[] {"permissions", "clusterPermissions"}) {
      for (var permission : version().at("/spec/install/spec").path(field)) {
        assertEquals(
            "memcached-operator-controller-manager",
            permission.path("serviceAccountName").asText());
        given.addAll(RenderedChart.rights(permission));
      }
    }
    var configured = new TreeSet<String>();
    for (var file : new String[] {"role", "leader_election_role", "metrics_auth_role"}) {
      var path = commands.project().resolve("config/rbac/%s.yaml".formatted(file));
      configured.addAll(RenderedChart.rights(Yaml.read(path).getFirst()));
    }
    assertEquals(configured, given);
  }

  @Test
  void hasTheBindingsOfOtherAccounts() throws IOException {
    var ofAnotherOperator =
        Commands.BINDING
            .replace("scraper", "editor")
            .replace("metrics-auth-role", "memcached-editor-role")
            .replace("- {kind: ServiceAccount, name: controller-manager, namespace: system}\n", "");
    try {
      commands.withRights(
          Commands.BINDING + "---\n" + ofAnotherOperator, GenerateBundleTest::generate);
      assertRightsOfConfig();
      var manifest = "bundle/manifests/memcached-operator-%s_rbac.authorization.k8s.io_v1_%s.yaml";
      var binding = manifest.formatted("scraper-rolebinding", "clusterrolebinding");
      assertEquals(
          List.of("monitoring/prometheus-k8s", "other/controller-manager"),
          Yaml.read(commands.project().resolve(binding))
              .getFirst()
              .path("subjects")
              .valueStream()
              .map(it -> it.path("namespace").asText() + "/" + it.path("name").asText())
              .toList());
      var role = manifest.formatted("metrics-auth-role", "clusterrole");
      assertTrue(Files.exists(commands.project().resolve(role)), role);
    } finally {
      generate();
    }
  }

  @Test
  void refusesADeploymentThatIsNotTheOperator() throws IOException {
    var before = made();
    commands.withRights(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: proxy}\n",
        () ->
            assertEquals(
                "config/default has the Deployment proxy: a bundle has Deployments only in its ClusterServiceVersion,"
                    + " and this command writes only the operator's own there; move the other one out of"
                    + " config/default\n",
                commands.fail("generate", "bundle", "--version=1.2.3")));
    assertEquals(before, made());
  }

  /** operator-sdk writes its tests into the bundle. */
  @Test
  void refusesFilesOfOthersAndWritesNothing() throws IOException {
    var tests = commands.project().resolve("bundle/tests");
    var dockerfile = commands.project().resolve("bundle.Dockerfile");
    var generated = Files.readString(dockerfile);
    try {
      Files.writeString(dockerfile, generated.replace("alpha", "beta"));
      Files.createDirectories(tests);
      Files.writeString(tests.resolve("config.yaml"), "stages: []\n");
      var before = made();
      var refusal =
          commands.fail(
              Stream.concat(Stream.of(GENERATE), Stream.of("--force")).toArray(String[]::new));
      assertTrue(refusal.endsWith("\n  tests/config.yaml\n"), refusal);
      assertEquals(before, made());
    } finally {
      Files.delete(tests.resolve("config.yaml"));
      Files.delete(tests);
      generate();
    }
    assertEquals(generated, Files.readString(dockerfile));
  }

  @Test
  void replacesTheDockerfileOfAPersonOnlyByForce() throws IOException {
    var dockerfile = commands.project().resolve("bundle.Dockerfile");
    var csv =
        commands
            .project()
            .resolve("bundle/manifests/memcached-operator.clusterserviceversion.yaml");
    var generated = Files.readString(dockerfile);
    try {
      Files.writeString(dockerfile, "FROM mine\n");
      Files.delete(csv);
      var before = made();
      var refusal = commands.fail(GENERATE);
      assertTrue(refusal.endsWith("\n  bundle.Dockerfile\n"), refusal);
      assertEquals(before, made());
    } finally {
      commands.run(Stream.concat(Stream.of(GENERATE), Stream.of("--force")).toArray(String[]::new));
    }
    assertEquals(generated, Files.readString(dockerfile));
    assertTrue(Files.exists(csv));
  }

  @Test
  void keepsTheTextsOfAPerson() throws IOException {
    var base = commands.project().resolve(BASE);
    var before = Files.readString(base);
    try {
      Files.writeString(base, before.replace("maturity: alpha", "maturity: stable"));
      generate();
      assertEquals("stable", version().at("/spec/maturity").asText());
      assertTrue(Files.readString(base).contains("maturity: stable"));
    } finally {
      Files.writeString(base, before);
      generate();
    }
  }
}
