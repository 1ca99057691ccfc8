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
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The house rules of docs/architecture.md. */
class ArchitectureTest {
  private static final String ROOT = "dev.catamaran";

  static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages(ROOT);

  /** Which of our packages each of them may import. */
  static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry("api", Set.of()),
          Map.entry("yaml", Set.of()),
          Map.entry("wire", Set.of("kit")),
          Map.entry("informer", Set.of("telemetry", "wire")),
          Map.entry("logging", Set.of("telemetry")),
          Map.entry("kit", Set.of("api")),
          Map.entry("election", Set.of()),
          Map.entry("events", Set.of("kit")),
          Map.entry("telemetry", Set.of("api")),
          Map.entry("composite", Set.of("kit", "telemetry", "watch", "wire")),
          Map.entry("webhook", Set.of("api", "kit", "wire")),
          Map.entry("testkit", Set.of("api", "manager")),
          Map.entry("chart", Set.of("yaml")),
          Map.entry("watch", Set.of("api", "chart", "kit", "manifest", "release", "yaml")),
          Map.entry("chartsource", Set.of("chart")),
          Map.entry("manifest", Set.of("chart", "yaml")),
          Map.entry("release", Set.of("chart", "manifest", "yaml")),
          Map.entry("status", Set.of("kit", "manifest", "release", "telemetry")),
          Map.entry(
              "helm", Set.of("chart", "informer", "manifest", "release", "telemetry", "wire")),
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
                  "options",
                  "reconcile",
                  "release",
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
                  "yaml",
                  "helm",
                  "informer",
                  "logging",
                  "manifests",
                  "telemetry")),
          Map.entry("manifests", Set.of("api", "controller", "kit", "watch", "webhook")),
          Map.entry("samples", Set.of("api", "kit")));

  static final Set<String> PACKAGES = ARROWS.keySet();

  @ParameterizedTest
  @FieldSource("PACKAGES")
  void importsOnlyWhatItsPlaceAllows(String name) {
    var imported =
        CODE.stream()
            .filter(type -> houseOf(type).equals(name))
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(dependency -> houseOf(dependency.getTargetClass().getBaseComponentType()))
            .filter(house -> !house.isEmpty() && !house.equals(name))
            .collect(toCollection(TreeSet::new));
    imported.removeAll(ARROWS.getOrDefault(name, Set.of()));
    assertEquals(Set.of(), imported, () -> name + " must not import");
  }

  @Test
  void hasNoPackageWithoutAPlace() {
    var unplaced = CODE.stream().map(ArchitectureTest::houseOf).collect(toCollection(TreeSet::new));
    unplaced.removeAll(ARROWS.keySet());
    assertEquals(Set.of(), unplaced);
  }

  @Test
  void hasNoCycles() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CODE);
  }

  @Test
  void knowsOfEveryPackageWhatIsNull() {
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
  void leavesHelmJavaToHelm() {
    noClasses()
        .that(not(resideInAPackage(ROOT + ".helm")))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.marcnuri..")
        .check(CODE);
  }

  @Test
  void keepsThePureHeartPure() {
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
                    "com.fasterxml.jackson..",
                    "org.apache.commons.codec.digest",
                    "org.yaml.snakeyaml..",
                    "org.jspecify.annotations")
                .or(type(URLEncoder.class)))
        .check(CODE);
  }

  @Test
  void readsNoClockAndWritesNoFileInThePureHeart() {
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
  void endsTheProcessAndPrintsInTheCliAlone() {
    noClasses()
        .that(not(resideInAPackage(ROOT + ".cli")))
        .and()
        // A program of somebody else runs a manager without the CLI.
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
  void showsExtensionsNothingOfOurs() {
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
  void showsInTheSamplesOnlyWhatAnAuthorHas() {
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
                // By which fabric8 names and describes the fields of a custom resource.
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

  @Test
  void looksAtTheRealCode() {
    assertTrue(CODE.size() > 100, () -> "only " + CODE.size() + " classes were found");
  }

  /** The first part of a package's name behind ours; empty for other people's code. */
  private static String houseOf(JavaClass type) {
    var name = type.getPackageName();
    return name.startsWith(ROOT + ".") ? name.substring(ROOT.length() + 1).split("\\.", 2)[0] : "";
  }
}
