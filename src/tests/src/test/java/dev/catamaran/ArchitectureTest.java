package dev.catamaran;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules that packages keep; docs/contributing/architecture.md lists them in their order. */
class ArchitectureTest {
  private static final String ROOT = "dev.catamaran.";

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.catamaran");

  /** The API, the kits, the program and the builder; and what reads manifests of releases. */
  private static final Set<String> OUTSIDE =
      Set.of(
          "(api|kit|testkit|samples|manager)\\..*",
          "watch\\.(Options|Selector)",
          "cli\\.Main",
          "rollout\\.RolloutKind",
          "webhook\\.WebhookPaths",
          "manifest\\.(Manifest|ManifestObject|ObjectKey)",
          "cluster\\.ApiResources");

  /** The cluster of the tests, the simulation beside the real Helm, and the tests of pages. */
  private static final Set<String> HELPERS =
      Set.of(ROOT + "testcluster", ROOT + "simulation", "dev.catamaran");

  @Test
  void arrowsBetweenPackagesHaveNoCycle() {
    slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(CODE);
  }

  @Test
  void theApiShowsNothingInternal() {
    in("api")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            ROOT + "api",
            "java..",
            "io.fabric8.kubernetes.api.model",
            "io.fabric8.kubernetes.client",
            "org.slf4j",
            "org.jspecify.annotations")
        .check(CODE);
  }

  /** Anybody may write into a collection, so it is read page by page. */
  @Test
  void nothingListsACollectionAtOnce() {
    var listsAtOnce =
        DescribedPredicate.<JavaMethodCall>describe(
            "list all of a collection at once",
            call ->
                call.getName().equals("list")
                    && call.getTargetOwner().isAssignableTo(Listable.class)
                    && call.getTarget().getRawParameterTypes().isEmpty());
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "testkit..")
        .should()
        .callMethodWhere(listsAtOnce)
        .check(CODE);
  }

  @Test
  void theKitKnowsTheApiAndLibrariesOnly() {
    in("kit").should().onlyDependOnClassesThat(inTheOpen("api", "kit")).check(CODE);
  }

  @Test
  void samplesUseOnlyWhatIsPublic() {
    in("samples..")
        .should()
        .onlyDependOnClassesThat(inTheOpen("api", "kit", "samples"))
        .check(CODE);
  }

  /** Decisions about releases can be repeated: they read no clock, no file and no cluster. */
  @Test
  void decisionsArePure() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + "manifest", ROOT + "release")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.io\\.(File.*|PrintStream)|java\\.nio\\.file\\..*|io\\.fabric8\\..*client.*")
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

  /**
   * Integration tests outlive a redesign: they see the operator as its users do. A test that needs
   * internals is in the package of its class.
   */
  @Test
  void integrationTestsSeeTheOperatorFromOutside() {
    var internals = CODE.stream().map(JavaClass::getPackageName).collect(toSet());
    noClasses()
        .that(
            DescribedPredicate.describe(
                "are integration tests",
                test ->
                    !internals.contains(test.getPackageName())
                        && !HELPERS.contains(test.getPackageName())))
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are internal",
                type -> internals.contains(type.getPackageName()) && !isSeenFromOutside(type)))
        .check(new ClassFileImporter().importPath(Path.of("src/tests/target/test-classes")));
  }

  private static boolean isSeenFromOutside(JavaClass type) {
    return OUTSIDE.stream().anyMatch(name -> type.getName().matches(ROOT + name + "(\\$.*)?"));
  }

  /** NullAway looks only into such packages. */
  @Test
  void everyPackageDeclaresNullness() {
    assertEquals(
        Set.of(),
        CODE.stream()
            .map(JavaClass::getPackage)
            .filter(found -> !found.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .collect(toSet()));
  }

  private static GivenClassesConjunction in(String name) {
    return classes().that().resideInAPackage(ROOT + name);
  }

  /** Classes of other projects, or of these packages of ours. */
  private static DescribedPredicate<JavaClass> inTheOpen(String... ours) {
    return DescribedPredicate.describe(
        "are of others, or in " + String.join(", ", ours),
        type ->
            !type.getPackageName().startsWith(ROOT)
                || Stream.of(ours).anyMatch(name -> type.getPackageName().startsWith(ROOT + name)));
  }
}
