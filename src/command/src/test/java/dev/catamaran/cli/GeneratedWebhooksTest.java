package dev.catamaran.cli;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project with a Java kind and all webhooks of `create webhook`: its classes compile, its tests
 * pass, and its manifests have the webhooks.
 */
class GeneratedWebhooksTest {
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
  void areInTheManifests() throws IOException {
    var webhooks = Files.readString(project.resolve("config/webhook/manifests.yaml"));
    assertContains(
        webhooks,
        "path: /mutate-cache-my-domain-v1-backup\n",
        "path: /validate-cache-my-domain-v1-backup\n");
    var definition =
        new YAMLMapper()
            .readTree(project.resolve("config/crd/bases/cache.my.domain_backups.yaml").toFile());
    assertEquals(
        Set.of("v1 true", "v1alpha1 false"),
        definition
            .at("/spec/versions")
            .valueStream()
            .map(it -> it.path("name").asText() + " " + it.path("storage").asText())
            .collect(Collectors.toSet()));
  }
}
