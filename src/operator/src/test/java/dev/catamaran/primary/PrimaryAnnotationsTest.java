package dev.catamaran.primary;

import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.Force;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Wish;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus.Answered;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrimaryAnnotationsTest {
  private static final String GO_PREFIX = "helm.sdk.operatorframework.io/";
  private static final Answered NONE = new Answered("", "");

  private static PrimaryAnnotations with(String name, String value) {
    return new PrimaryAnnotations(Map.of(name, value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "t", "T", "TRUE", "true", "True"})
  void acceptsTheBooleansOfGo(String value) {
    var annotations = with(GO_PREFIX + "upgrade-force", value);
    assertDoesNotThrow(annotations::check);
    assertTrue(annotations.force().upgrades());
  }

  @Test
  void refusesTooManyReferencesAndTooLongTokens() {
    var many =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "ConfigMap/values-" + i)
            .collect(Collectors.joining(","));
    assertEquals(
        "annotation catamaran.dev/values-from: it names 20000 objects, and may name 100 at most",
        refusal(with("catamaran.dev/values-from", many)).problem());
    var token = "x".repeat(PrimaryAnnotations.LONGEST_TEXT + 1);
    assertEquals(
        "annotation catamaran.dev/reset-at: \"%s…\" must be at most 1000 characters long"
            .formatted("x".repeat(100)),
        refusal(with("catamaran.dev/reset-at", token)).problem());
  }

  private static InvalidPrimaryException refusal(PrimaryAnnotations annotations) {
    return assertThrows(InvalidPrimaryException.class, annotations::check);
  }

  @ParameterizedTest
  @CsvSource({
    "catamaran.dev/pause, perhaps",
    "helm.sdk.operatorframework.io/upgrade-force, yes",
    "helm.sdk.operatorframework.io/rollback-force, 2",
    "helm.sdk.operatorframework.io/uninstall-wait, on",
    "helm.sdk.operatorframework.io/install-disable-hooks, x",
    "helm.sdk.operatorframework.io/upgrade-disable-hooks, x",
    "helm.sdk.operatorframework.io/uninstall-disable-hooks, x",
    "helm.sdk.operatorframework.io/reconcile-period, soon",
    "catamaran.dev/rollback-to, last",
    "catamaran.dev/rollback-to, 0"
  })
  void refusesAnInvalidValue(String name, String value) {
    var refusal = refusal(with(name, value));
    assertEquals("InvalidAnnotation", refusal.reason());
    assertTrue(
        refusal.problem().startsWith("annotation " + name + ": \"" + value + "\" must be "),
        refusal.problem());
  }

  /** A denied annotation would keep the present release, also by a value that is invalid. */
  @ParameterizedTest
  @CsvSource({
    "catamaran.dev/pause, true",
    "catamaran.dev/pause, perhaps",
    "catamaran.dev/rollback-to, 1",
    "catamaran.dev/rollback-to, last",
    "catamaran.dev/depends-on, Memcached.cache.my.domain/missing",
    "catamaran.dev/depends-on, nobody",
    "catamaran.dev/rollout, hold",
    "catamaran.dev/values-from, ConfigMap/missing",
    "catamaran.dev/values-from, Pod/x",
    "helm.sdk.operatorframework.io/install-disable-hooks, true",
    "helm.sdk.operatorframework.io/upgrade-disable-hooks, t",
    "helm.sdk.operatorframework.io/uninstall-disable-hooks, 1",
    "helm.sdk.operatorframework.io/uninstall-disable-hooks, x",
    "helm.sdk.operatorframework.io/upgrade-force, TRUE",
    "helm.sdk.operatorframework.io/rollback-force, true",
    "helm.sdk.operatorframework.io/reconcile-period, 1000h",
    "helm.sdk.operatorframework.io/reconcile-period, soon"
  })
  void hasNoEffectIfItIsDenied(String name, String value) throws Exception {
    var shortName = PrimaryAnnotations.shortName(name);
    var denied = with(name, value).without(new DeniedAnnotations(Set.of(shortName)));

    assertEquals(List.of(name), denied.ignored());
    assertNoEffect(denied);
    var others =
        DeniedAnnotations.KNOWN.stream()
            .filter(other -> !other.equals(shortName))
            .collect(Collectors.toSet());
    assertEquals(
        with(name, value), with(name, value).without(new DeniedAnnotations(others)), "allowed");
  }

  @ParameterizedTest
  @CsvSource({
    "catamaran.dev/pause, false",
    "catamaran.dev/depends-on, ' '",
    "else.org/pause, true"
  })
  void isNotReportedIfItAsksForNothing(String name, String value) {
    var denied = with(name, value).without(new DeniedAnnotations(Set.of("pause", "depends-on")));

    assertEquals(List.of(), denied.ignored());
  }

  private static void assertNoEffect(PrimaryAnnotations annotations) throws Exception {
    assertDoesNotThrow(annotations::check);
    assertEquals(new Wish.FollowSpec(), annotations.wish(NONE, ""));
    assertFalse(annotations.holdsEdition());
    var options = annotations.engineOptions(CrdPolicy.CREATE);
    assertTrue(options.install().hooks() && options.upgrade().hooks());
    assertTrue(annotations.uninstallOptions(Duration.ofMinutes(1)).hooks());
    assertFalse(annotations.waitsForUninstall());
    assertEquals(new Force(false, false), annotations.force());
    assertEquals(List.of(), annotations.dependsOn("shop"));
    assertEquals(List.of(), annotations.valuesFrom());
    assertEquals(Optional.empty(), annotations.period());
  }

  @Test
  void readsTheLabelThatHoldsAnEdition() {
    var held = PrimaryFixture.memcached("");
    held.getMetadata().setLabels(Map.of("catamaran.dev/rollout", "hold"));
    assertTrue(PrimaryAnnotations.of(held.getMetadata()).holdsEdition());
    var denied =
        PrimaryAnnotations.of(held.getMetadata()).without(new DeniedAnnotations(Set.of("rollout")));
    assertFalse(denied.holdsEdition());
    assertEquals(List.of("catamaran.dev/rollout"), denied.ignored());
  }

  @Test
  void hasNoEffectWithoutAnnotations() throws Exception {
    assertNoEffect(new PrimaryAnnotations(Map.of()));
  }

  @ParameterizedTest
  @CsvSource({"90s, PT1M30S", "1s, PT1S", "1ns, PT1S", "0s,", "0,", "-1s,"})
  void limitsThePeriod(String annotation, @Nullable Duration period) {
    assertEquals(
        Optional.ofNullable(period), with(GO_PREFIX + "reconcile-period", annotation).period());
  }

  @Test
  void changesOnlyTheNamedOperation() {
    var options = with(GO_PREFIX + "upgrade-disable-hooks", "true").engineOptions(CrdPolicy.SKIP);
    assertTrue(options.install().hooks());
    assertFalse(options.upgrade().hooks());
    assertEquals(CrdPolicy.SKIP, options.crds());
    var uninstall = with(GO_PREFIX + "uninstall-disable-hooks", "true");
    assertFalse(uninstall.uninstallOptions(Duration.ofMinutes(1)).hooks());
    var install = with(GO_PREFIX + "install-description", "by order");
    assertEquals("by order", install.engineOptions(CrdPolicy.CREATE).install().description());
    assertEquals("over", with(GO_PREFIX + "uninstall-description", "over").uninstallDescription());
  }

  @Test
  void wishesANewRevisionOnceForEachTokenUntilAnAttempt() {
    var asking = with("catamaran.dev/reconcile-at", "noon");
    assertEquals(new Wish.NewRevision(), asking.wish(NONE, ""));
    assertEquals(new Wish.FollowSpec(), asking.wish(new Answered("noon", ""), ""));
    assertEquals(
        new Wish.FollowSpec(), asking.wish(NONE, "noon"), "a crash prevented the status update");

    var failed = new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no");
    var hindered = new ReleaseOutcome.Hindered(FailedStep.UPGRADE, Reasons.UNREACHABLE, "503");
    assertEquals("", asking.answered(NONE, new ReleaseOutcome.Waiting("busy")).reconcileAt());
    assertEquals("", asking.answered(NONE, hindered).reconcileAt());
    assertEquals("noon", asking.answered(NONE, failed).reconcileAt());
    var noToken = new PrimaryAnnotations(Map.of());
    assertEquals("noon", noToken.answered(new Answered("noon", ""), failed).reconcileAt());
  }

  /** The conditions are those of the answer. */
  @Test
  void answersAResetOnlyByAPassThatCameToTheWish() {
    var asking = with("catamaran.dev/reset-at", "noon");
    var current = revision(3, RevisionStatus.DEPLOYED);
    for (var outcome :
        List.<ReleaseOutcome>of(
            new ReleaseOutcome.TakenOver(current),
            new ReleaseOutcome.Unlocked(current),
            new ReleaseOutcome.Completed(current),
            new ReleaseOutcome.CurrentRepaired(current, List.of()))) {
      assertEquals("", asking.answered(NONE, outcome).resetAt(), outcome::toString);
    }
    assertEquals("noon", asking.answered(NONE, new ReleaseOutcome.Waiting("busy")).resetAt());
    assertEquals("noon", asking.answered(NONE, new ReleaseOutcome.WentBack(current)).resetAt());
  }

  @Test
  void wishesAPauseBeforeAnythingElse() {
    var annotations =
        new PrimaryAnnotations(
            Map.of("catamaran.dev/pause", "true", "catamaran.dev/rollback-to", "2"));
    assertEquals(new Wish.Paused(), annotations.wish(NONE, ""));
    assertEquals(new Wish.StayAt(2), with("catamaran.dev/rollback-to", "2").wish(NONE, ""));
  }

  @Test
  void namesItsDependencies() throws Exception {
    var annotations =
        with("catamaran.dev/depends-on", "Database.db.example.com/main, Cache.x.io/other/front");
    assertEquals(
        List.of(
            new PrimaryKey("db.example.com", "Database", "shop", "main"),
            new PrimaryKey("x.io", "Cache", "other", "front")),
        annotations.dependsOn("shop"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "Database/main", "Database.x.io/", "a.b/c/d/e", ".x/main"})
  void refusesADependencyThatNamesNoPrimary(String text) {
    var refusal =
        assertThrows(
            InvalidPrimaryException.class,
            () -> with("catamaran.dev/depends-on", text).dependsOn("shop"));
    assertEquals("InvalidAnnotation", refusal.reason());
  }
}
