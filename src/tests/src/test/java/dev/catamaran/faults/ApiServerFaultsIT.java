package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;

/** The operator during and after faults of the API server, or of the connection to it. */
@SuppressWarnings("NullAway.Init") // JUnit sets them before each test.
class ApiServerFaultsIT {
  private static final Duration NEVER = Duration.ofHours(1);

  /** Enough time for Helm's retries and the backoff of the pass on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** Five times the longest delay of a retry after a fault of the API server. */
  private static final Duration SOON = Duration.ofSeconds(75);

  private static final Calls REPAIRS = Calls.at("/configmaps").by("create", "patch");

  private static final String ROLE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}"}
      """;

  private static final Watching WATCHING =
      Watching.chart(
          "Widget",
          TestChart.named("borne").configMap("size", "size", "\"{{ .Values.size }}\"").path());

  private FaultProxy proxy;
  private TestNamespace namespace;

  @BeforeEach
  void stand(TestNamespace ofTheTest) {
    namespace = ofTheTest;
    proxy = FaultProxy.before(namespace.cluster());
  }

  @AfterEach
  void close() {
    proxy.heal();
    assertEquals(List.of(), proxy.unmet(), "faults that no request has met");
  }

  @SideBySide
  void catchesUpWithWhatItMissedWhileTheApiServerWasAway() {
    operate();
    deploy("kept", 1);
    deploy("changed", 1);
    deploy("drifted", 1);
    deploy("deleted", 1);
    proxy.goDown();

    apply("changed", 2);
    apply("added", 1);
    namespace.delete("Widget", "deleted");
    namespace.client().configMaps().inNamespace(namespace.name()).withName("drifted-size").delete();
    // Some attempts must fail first.
    throughout(
        Duration.ofSeconds(15),
        () -> {
          assertEquals("1", size("changed"));
          assertEquals(0, proxy.openConnections());
        });
    proxy.heal();

    patiently(() -> assertEquals("2", size("changed")));
    patiently(() -> assertEquals("1", size("added")));
    patiently(() -> assertNull(namespace.primary("Widget", "deleted")));
    patiently(() -> assertNotNull(namespace.get(ConfigMap.class, "drifted-size")));
    assertEquals(List.of(), namespace.revisions("deleted"));
    assertEquals(List.of("1 deployed"), namespace.revisions("kept"), "the release must not change");
    assertEquals(List.of("1 deployed"), namespace.revisions("drifted"));
    namespace.awaitRevisions("changed", "1 superseded", "2 deployed");
  }

  @SideBySide
  void finishesAnInstallThatLostItsApiServer() {
    var gate = namespace.gate();
    namespace.operate(
        proxy.identity(namespace.identity()),
        Watching.chart(
            "Widget",
            TestChart.named("cut")
                .configMap("size", "size", "\"{{ .Values.size }}\"")
                .template("gate.yaml", gate.job("pre-install"))
                .path(),
            "timeout: 20s"),
        NEVER);
    apply("cut", 1);
    patiently(() -> assertEquals(List.of("1 pending-install"), namespace.revisions("cut")));
    proxy.goDown();
    gate.open();
    throughout(
        Duration.ofSeconds(10),
        () -> {
          assertEquals(0, proxy.openConnections());
          assertEquals(List.of("1 pending-install"), namespace.revisions("cut"));
          assertNotEquals("True", namespace.condition("Widget", "cut", "Ready").get("status"));
        });

    proxy.heal();

    patiently(() -> assertEquals("1", size("cut")));
    patiently(() -> assertReady("cut"));
    assertTrue(namespace.revisions("cut").getLast().endsWith("deployed"));
  }

  @SideBySide
  void survivesRefusalsResetsAndLostAnswers() {
    operate();
    var faults =
        List.of(
            proxy.inject(Fault.answer(503), Calls.all().withProbability(0.1, 7)),
            proxy.inject(new Fault.Reset(), Calls.all().withProbability(0.05, 11)),
            proxy.inject(new Fault.LostAnswer(), Calls.all().thatWrite().withProbability(0.05, 12)),
            proxy.inject(new Fault.ResetInBody(), Calls.all().by("list").withProbability(0.2, 13)));
    for (int i = 1; i < 5; i++) {
      apply("w" + i, i);
    }
    for (int i = 1; i < 5; i++) {
      var name = "w" + i;
      var expected = Integer.toString(i);
      patiently(() -> assertEquals(expected, size(name)));
    }
    var changes = new AtomicInteger();
    patiently(
        () -> {
          apply("w0", changes.incrementAndGet());
          faults.forEach(
              fault -> assertTrue(fault.count() >= 3, () -> fault.count() + " " + fault));
        });
    proxy.heal();
    for (int i = 0; i < 5; i++) {
      var name = "w" + i;
      soon(() -> assertReady(name));
    }
    soon(() -> assertEquals(Integer.toString(changes.get()), size("w0")));
  }

  /** The client of the operator does not wait for the requested time. */
  @SideBySide
  void retriesAStatusUpdateAfterTooManyRequests() {
    operate();
    deploy("limited", 1);
    var status = Calls.at("/widgets/limited/status").by("patch");
    var requested = Duration.ofSeconds(30);
    var busy = proxy.inject(Fault.tooManyRequests(requested), status.first(2));

    apply("limited", 2);

    patiently(() -> assertEquals("2", size("limited")));
    patiently(() -> assertReady("limited"));
    assertEquals(2, busy.count());
    assertBetweenRetries(status, Duration.ofMillis(100), requested);
  }

  @SideBySide
  void helmWaitsForTheTimeThatTheApiServerRequests() {
    operate();
    var requested = Duration.ofSeconds(3);
    var creation = Calls.at("/configmaps").by("create");
    var busy = proxy.inject(Fault.tooManyRequests(requested), creation.first(2));

    deploy("limited", 1);

    assertEquals(2, busy.count());
    assertBetweenRetries(creation, requested, requested.multipliedBy(5));
    assertEquals(List.of("1 deployed"), namespace.revisions("limited"));
  }

  /** The first two of these requests are refused. */
  private void assertBetweenRetries(Calls calls, Duration least, Duration most) {
    var times =
        proxy.seen().stream()
            .dropWhile(seen -> seen.fault().isEmpty())
            .filter(seen -> calls.include(seen.call()))
            .mapToLong(SeenCall::nanoTime)
            .toArray();
    for (int i = 1; i <= 2; i++) {
      var waited = Duration.ofNanos(times[i] - times[i - 1]);
      assertTrue(waited.compareTo(least) >= 0 && waited.compareTo(most) < 0, waited::toString);
    }
  }

  @SideBySide
  void listsAgainWithoutAStormAfterAnExpiredVersion() {
    operate();
    deploy("old", 1);
    var tooOld = proxy.inject(new Fault.ErrorEvent(410), Calls.at("/widgets").by("watch").first(3));
    var gone = proxy.inject(Fault.answer(410), Calls.at("/widgets").by("watch").first(2));
    int before = calls("list");

    proxy.cutWatches();
    apply("old", 2);

    patiently(() -> assertEquals("2", size("old")));
    patiently(() -> assertEquals(List.of(3, 2), List.of(tooOld.count(), gone.count())));
    apply("old", 3);
    patiently(() -> assertEquals("3", size("old")));
    int asked = calls("list") - before;
    assertTrue(asked <= 20, () -> asked + " lists of one kind");
  }

  @SideBySide
  void keepsWhatOthersWroteWhenItsOwnWritesConflict() {
    operate();
    var label = new CompletableFuture<Void>();
    var finalizer = Calls.at("/widgets/torn(\\?|$)").by("patch");
    var outrun = proxy.inject(new Fault.HeldRequest(label), finalizer.first(1));
    var finalizers = proxy.inject(Fault.answer(409), finalizer.first(2));
    var statuses =
        proxy.inject(Fault.answer(409), Calls.at("/widgets/torn/status").by("patch").first(2));

    apply("torn", 1);
    patiently(() -> assertEquals(1, outrun.count()));
    namespace.patch("Widget", "torn", "{metadata: {labels: {team: blue}}}");
    label.complete(null);

    patiently(() -> assertEquals("1", size("torn")));
    patiently(() -> assertReady("torn"));
    assertEquals(List.of(2, 2), List.of(finalizers.count(), statuses.count()));
    var primary = namespace.primary("Widget", "torn");
    assertNotNull(primary);
    assertEquals("blue", primary.getMetadata().getLabels().get("team"));
    assertEquals(List.of("catamaran.dev/uninstall-release"), primary.getMetadata().getFinalizers());
    assertEquals(List.of("1 deployed"), namespace.revisions("torn"));
  }

  @SideBySide
  void reportsNoSuccessBeforeHelmStoresIt() {
    operate();
    var refused =
        proxy.inject(Fault.answer(500), Calls.at("/secrets/sh.helm.release").by("update"));
    apply("unstored", 1);

    patiently(() -> assertEquals("1", size("unstored")));
    patiently(() -> assertEquals(List.of("1 pending-install"), namespace.revisions("unstored")));
    patiently(() -> assertTrue(refused.count() > 0));
    throughout(
        Duration.ofSeconds(5),
        () ->
            assertNotEquals(
                "True", namespace.condition("Widget", "unstored", "Ready").get("status")));
  }

  /** Helm then reports that the release does not exist. The objects may still exist. */
  @SideBySide
  void deletesTheObjectsOfALostHistoryWithoutAnEvent() {
    namespace.operate(
        proxy.identity(namespace.identity()),
        Watching.chart("Widget", TestChart.named("far").template("role.yaml", ROLE).path()),
        NEVER);
    apply("one", 1);
    patiently(() -> assertReady("one"));
    assertNotNull(role());
    var silent = proxy.inject(new Fault.Silence(), Calls.at("/secrets").by("watch"));
    proxy.cutWatches();
    patiently(() -> assertTrue(silent.count() > 0, "the operator must watch Secrets"));

    namespace.client().secrets().inNamespace(namespace.name()).withLabel("owner", "helm").delete();
    namespace.delete("Widget", "one");

    patiently(() -> assertNull(namespace.primary("Widget", "one")));
    assertNull(role());
  }

  /** The operator learns that an object is gone before it learns that nobody wants it any more. */
  @SideBySide
  void leavesNothingOfAPrimaryThatOnlyItsCacheContains() {
    operate();
    deploy("stale", 1);
    var silent = proxy.inject(new Fault.Silence(), Calls.at("/widgets").by("watch"));
    proxy.cutWatches();
    patiently(() -> assertTrue(silent.count() > 0, "the operator must watch primaries"));
    namespace.patch("Widget", "stale", "{metadata: {finalizers: null}}");
    namespace.delete("Widget", "stale");
    assertNull(namespace.primary("Widget", "stale"));
    int before = proxy.seen(REPAIRS).size();

    namespace.client().configMaps().inNamespace(namespace.name()).withName("stale-size").delete();

    patiently(() -> assertEquals(List.of(), namespace.revisions("stale")));
    assertNull(namespace.get(ConfigMap.class, "stale-size"));
    assertEquals(before, proxy.seen(REPAIRS).size());
  }

  private @Nullable ClusterRole role() {
    return namespace.client().rbac().clusterRoles().withName(namespace.name() + "-one").get();
  }

  private void operate() {
    namespace.operate(proxy.identity(namespace.identity()), WATCHING, NEVER);
  }

  private void deploy(String name, int n) {
    apply(name, n);
    patiently(() -> assertReady(name));
  }

  private void apply(String name, int n) {
    namespace.apply("Widget", name, "{size: \"%d\"}".formatted(n));
  }

  private String size(String name) {
    return namespace.data(name + "-size").getOrDefault("size", "none");
  }

  private void assertReady(String name) {
    var ready = namespace.condition("Widget", name, "Ready");
    assertEquals("True", ready.get("status"), ready::toString);
    var primary = namespace.primary("Widget", name);
    assertNotNull(primary);
    Number observed = primary.get("status", "observedGeneration");
    assertNotNull(observed);
    assertEquals(primary.getMetadata().getGeneration(), observed.longValue());
  }

  private int calls(String verb) {
    return proxy.seen(Calls.at("/widgets").by(verb)).size();
  }

  private static void soon(Executable assertion) {
    within(SOON, assertion);
  }

  private static void patiently(Executable assertion) {
    within(PATIENCE, assertion);
  }
}
