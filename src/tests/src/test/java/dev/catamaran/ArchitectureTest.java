package dev.catamaran;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.fabric8.kubernetes.api.model.Quantity;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The rules of docs/contributing/architecture.md. */
class ArchitectureTest {
  private static final String ROOT = "dev.catamaran";

  static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages(ROOT);

  /** The allowed imports of each package. */
  static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry("api", Set.of()),
          Map.entry("yaml", Set.of()),
          Map.entry("temporary", Set.of()),
          Map.entry("wire", Set.of("api", "kit", "temporary")),
          Map.entry("informer", Set.of("telemetry", "wire")),
          Map.entry("logging", Set.of("telemetry")),
          Map.entry("kit", Set.of("api")),
          Map.entry("election", Set.of()),
          Map.entry("engine", Set.of()),
          Map.entry("helmjava", Set.of("engine")),
          Map.entry("events", Set.of("kit")),
          Map.entry("telemetry", Set.of("api")),
          Map.entry("composite", Set.of("kit", "telemetry", "watch", "wire")),
          Map.entry("webhook", Set.of("api", "kit", "wire")),
          Map.entry("testkit", Set.of("api", "manager")),
          Map.entry("chart", Set.of("temporary", "yaml")),
          Map.entry("watch", Set.of("api", "chart", "kit", "manifest", "release", "yaml")),
          Map.entry("chartsource", Set.of("chart", "engine")),
          Map.entry("manifest", Set.of("chart", "yaml")),
          Map.entry("release", Set.of("chart", "manifest", "yaml")),
          Map.entry("status", Set.of("kit", "manifest", "release", "telemetry")),
          Map.entry(
              "helm",
              Set.of(
                  "api",
                  "chart",
                  "engine",
                  "informer",
                  "manifest",
                  "release",
                  "telemetry",
                  "temporary",
                  "wire")),
          Map.entry("cluster", Set.of("informer", "manifest", "release", "telemetry", "wire")),
          Map.entry(
              "primary",
              Set.of("cluster", "kit", "release", "status", "telemetry", "watch", "wire")),
          Map.entry(
              "extension",
              Set.of("api", "chart", "cluster", "kit", "manifest", "primary", "release", "status")),
          Map.entry(
              "desired",
              Set.of(
                  "api",
                  "kit",
                  "chart",
                  "cluster",
                  "extension",
                  "manifest",
                  "primary",
                  "release",
                  "status",
                  "watch")),
          Map.entry(
              "observe",
              Set.of(
                  "kit",
                  "cluster",
                  "desired",
                  "manifest",
                  "primary",
                  "release",
                  "status",
                  "watch")),
          Map.entry(
              "execute",
              Set.of(
                  "chart",
                  "cluster",
                  "desired",
                  "helm",
                  "manifest",
                  "observe",
                  "primary",
                  "release",
                  "status",
                  "telemetry",
                  "watch")),
          Map.entry(
              "report",
              Set.of(
                  "api",
                  "cluster",
                  "extension",
                  "kit",
                  "manifest",
                  "observe",
                  "primary",
                  "release",
                  "status",
                  "telemetry")),
          Map.entry(
              "reconcile",
              Set.of(
                  "api",
                  "chart",
                  "cluster",
                  "desired",
                  "execute",
                  "extension",
                  "kit",
                  "manifest",
                  "observe",
                  "primary",
                  "release",
                  "report",
                  "status",
                  "telemetry",
                  "watch")),
          Map.entry(
              "rollout",
              Set.of(
                  "api",
                  "chart",
                  "cluster",
                  "desired",
                  "helm",
                  "informer",
                  "kit",
                  "primary",
                  "reconcile",
                  "release",
                  "status",
                  "telemetry",
                  "watch")),
          Map.entry("options", Set.of("api", "election", "informer", "telemetry", "watch")),
          Map.entry("server", Set.of("api", "options", "chartsource")),
          Map.entry(
              "controller",
              Set.of(
                  "api",
                  "chart",
                  "cluster",
                  "informer",
                  "kit",
                  "manifest",
                  "options",
                  "reconcile",
                  "release",
                  "rollout",
                  "status",
                  "chartsource",
                  "telemetry",
                  "composite",
                  "watch",
                  "webhook",
                  "wire")),
          Map.entry("leader", Set.of("election", "kit", "options")),
          Map.entry(
              "manager",
              Set.of(
                  "api",
                  "chart",
                  "cluster",
                  "controller",
                  "desired",
                  "election",
                  "engine",
                  "events",
                  "execute",
                  "helm",
                  "informer",
                  "kit",
                  "leader",
                  "manifest",
                  "observe",
                  "options",
                  "reconcile",
                  "release",
                  "rollout",
                  "server",
                  "status",
                  "chartsource",
                  "telemetry",
                  "watch",
                  "webhook",
                  "wire")),
          Map.entry(
              "cli",
              Set.of(
                  "api",
                  "options",
                  "manager",
                  "election",
                  "watch",
                  "chart",
                  "chartsource",
                  "distribution",
                  "yaml",
                  "helm",
                  "informer",
                  "logging",
                  "generate",
                  "image",
                  "importing",
                  "inspect",
                  "preview",
                  "project",
                  "loopback",
                  "telemetry",
                  "temporary",
                  "ui",
                  "validation")),
          Map.entry("ui", Set.of("api", "inspect", "preview")),
          Map.entry(
              "validation",
              Set.of(
                  "api",
                  "chart",
                  "definition",
                  "generate",
                  "helm",
                  "kit",
                  "manifest",
                  "project",
                  "recorder",
                  "release",
                  "rights",
                  "rollout",
                  "temporary",
                  "watch",
                  "yaml")),
          Map.entry(
              "preview",
              Set.of(
                  "api",
                  "chart",
                  "chartsource",
                  "cluster",
                  "controller",
                  "desired",
                  "engine",
                  "execute",
                  "helm",
                  "informer",
                  "inspect",
                  "kit",
                  "loopback",
                  "manifest",
                  "observe",
                  "primary",
                  "reconcile",
                  "recorder",
                  "release",
                  "rollout",
                  "status",
                  "telemetry",
                  "temporary",
                  "watch",
                  "wire")),
          Map.entry("definition", Set.of("api", "chart", "temporary", "yaml")),
          Map.entry(
              "inspect",
              Set.of(
                  "api",
                  "chart",
                  "cluster",
                  "helm",
                  "informer",
                  "manifest",
                  "primary",
                  "release",
                  "rollout",
                  "status",
                  "watch",
                  "wire")),
          Map.entry("generate", Set.of("api", "controller", "kit", "rights", "watch", "webhook")),
          Map.entry("image", Set.of("api")),
          Map.entry(
              "importing",
              Set.of(
                  "api",
                  "chart",
                  "definition",
                  "engine",
                  "helm",
                  "inspect",
                  "manifest",
                  "project",
                  "release",
                  "watch")),
          Map.entry("distribution", Set.of("api", "helm", "project", "recorder", "rights")),
          Map.entry(
              "project",
              Set.of(
                  "api",
                  "chart",
                  "chartsource",
                  "definition",
                  "engine",
                  "helm",
                  "recorder",
                  "release",
                  "rights",
                  "watch")),
          Map.entry(
              "recorder",
              Set.of("api", "chart", "engine", "helm", "manifest", "release", "temporary", "wire")),
          Map.entry("loopback", Set.of("cluster", "recorder", "temporary")),
          Map.entry("rights", Set.of("api", "chart", "manifest", "recorder", "release")),
          Map.entry("samples", Set.of("api", "kit")));

  static final Set<String> PACKAGES = ARROWS.keySet();

  @ParameterizedTest
  @FieldSource("PACKAGES")
  void importsOnlyAllowedPackages(String name) {
    var imported =
        CODE.stream()
            .filter(type -> packageOf(type).equals(name))
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(dependency -> packageOf(dependency.getTargetClass().getBaseComponentType()))
            .filter(target -> !target.isEmpty() && !target.equals(name))
            .collect(toCollection(TreeSet::new));
    imported.removeAll(ARROWS.getOrDefault(name, Set.of()));
    assertEquals(Set.of(), imported, () -> name + " must not import");
  }

  @Test
  void listsEveryPackage() {
    var unlisted =
        CODE.stream().map(ArchitectureTest::packageOf).collect(toCollection(TreeSet::new));
    unlisted.removeAll(ARROWS.keySet());
    assertEquals(Set.of(), unlisted);
  }

  @Test
  void hasNoCycles() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CODE);
  }

  @Test
  void declaresNullnessInEveryPackage() {
    var unmarked =
        CODE.stream()
            .map(JavaClass::getPackage)
            .distinct()
            .filter(found -> !found.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .collect(toSet());
    assertEquals(Set.of(), unmarked);
  }

  @Test
  void usesHelmJavaNowhere() {
    noClasses().should().dependOnClassesThat().resideInAPackage("com.marcnuri..").check(CODE);
  }

  @Test
  void usesOnlyPureLibrariesInThePurePackages() {
    classes()
        .that()
        .resideInAnyPackage(ROOT + ".manifest", ROOT + ".release")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    ROOT + ".manifest",
                    ROOT + ".release",
                    ROOT + ".chart",
                    ROOT + ".yaml",
                    "java.lang..",
                    "java.util..",
                    "java.time",
                    "java.io",
                    "java.math",
                    "java.nio.charset",
                    "java.security..",
                    "com.fasterxml.jackson..",
                    "com.google.re2j",
                    "org.apache.commons.codec.digest",
                    "org.yaml.snakeyaml..",
                    "org.jspecify.annotations")
                .or(type(URLEncoder.class))
                .or(type(Quantity.class)))
        .check(CODE);
  }

  @Test
  void readsNoClockAndWritesNoFileInThePurePackages() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + ".manifest", ROOT + ".release")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.io\\.(File.*|RandomAccessFile|PrintStream)|java\\.nio\\.file\\..*")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .check(CODE);
  }

  @Test
  void endsTheProcessAndPrintsOnlyInTheCli() {
    noClasses()
        .that(not(resideInAPackage(ROOT + ".cli")))
        .and()
        // Other programs run a manager without the CLI.
        .doNotHaveFullyQualifiedName(ROOT + ".manager.Termination")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CODE);
  }

  @Test
  void showsNoInternalClassesToExtensions() {
    classes()
        .that()
        .resideInAPackage(ROOT + ".api")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                ROOT + ".api",
                "java..",
                "io.fabric8.kubernetes.api.model",
                "io.fabric8.kubernetes.client",
                "org.slf4j",
                "org.jspecify.annotations"))
        .check(CODE);
  }

  @Test
  void usesOnlyThePublicApiInTheSamples() {
    classes()
        .that()
        .resideInAPackage(ROOT + ".samples..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                ROOT + ".samples..",
                ROOT + ".api..",
                ROOT + ".kit..",
                "io.javaoperatorsdk..",
                "io.fabric8..",
                // fabric8 reads names and descriptions of fields from these annotations.
                "com.fasterxml.jackson.annotation",
                "io.micrometer.core.instrument..",
                "io.opentelemetry.api..",
                "java..",
                "org.slf4j",
                "org.jspecify.annotations"))
        .check(CODE);
  }

  @Test
  void namesClassesForWhatTheyDo() {
    noClasses().should().haveNameMatching(".*(Utils?|Helpers?|Impl)(\\$.*)?").check(CODE);
  }

  /** Looks into the sources: not all tests are on the class path. */
  @Test
  void waitsInTestsWithEventuallyOnly() {
    var awaitility = Pattern.compile("\\borg\\.awaitility\\.");
    var waiting =
        Sources.files("test").stream()
            .filter(file -> awaitility.matcher(Sources.read(file)).find())
            .map(file -> file.getFileName().toString())
            .toList();
    assertEquals(List.of("Eventually.java"), waiting);
  }

  @Test
  void readsTheRealCode() {
    assertTrue(CODE.size() > 100, () -> "only " + CODE.size() + " classes were found");
  }

  /** The first part of the package name after ours; empty for other libraries. */
  private static String packageOf(JavaClass type) {
    var name = type.getPackageName();
    return name.startsWith(ROOT + ".") ? name.substring(ROOT.length() + 1).split("\\.", 2)[0] : "";
  }
}
