package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** The operator during and after faults of the API server, or of the connection to it. */
@ExtendWith(InNamespace.class)
@SuppressWarnings("NullAway.Init") // JUnit sets them before each test.
class ApiServerFaultsIT {
  private static final Duration NEVER = Duration.ofHours(1);

  /** Enough time for Helm's retries and the backoff of the pass on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

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
  }

  @Test
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
    throughout(Duration.ofSeconds(15), () -> assertEquals("1", size("changed")));
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

  @Test
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
          assertEquals(List.of("1 pending-install"), namespace.revisions("cut"));
          assertNotEquals("True", namespace.condition("Widget", "cut", "Ready").get("status"));
        });

    proxy.heal();

    patiently(() -> assertEquals("1", size("cut")));
    patiently(() -> assertReady("cut"));
    assertTrue(namespace.revisions("cut").getLast().endsWith("deployed"));
  }

  @Test
  void survivesTheRefusalOfAThirdOfItsRequests() {
    operate();
    var refused = proxy.inject(Fault.answer(503), Calls.all().withProbability(0.3, 7));
    for (int i = 0; i < 5; i++) {
      apply("w" + i, i);
    }
    var changes = new AtomicInteger(5);
    patiently(
        () -> {
          // Without a change the operator may come to rest before.
          apply("w0", changes.incrementAndGet());
          assertTrue(refused.count() >= 50, () -> refused.count() + " refused");
        });
    proxy.heal();
    for (int i = 0; i < 5; i++) {
      var name = "w" + i;
      patiently(() -> assertReady(name));
      patiently(() -> assertTrue(namespace.revisions(name).getLast().endsWith("deployed"), name));
    }
  }

  @Test
  void survivesConnectionResetsAndLostAnswers() {
    operate();
    proxy.inject(new Fault.Reset(), Calls.all().withProbability(0.1, 11));
    proxy.inject(new Fault.LostAnswer(), Calls.all().thatWrite().withProbability(0.1, 12));
    proxy.inject(new Fault.ResetInBody(), Calls.all().by("list").withProbability(0.2, 13));
    for (int i = 0; i < 5; i++) {
      apply("w" + i, i);
    }
    for (int i = 0; i < 5; i++) {
      var name = "w" + i;
      var expected = Integer.toString(i);
      patiently(() -> assertEquals(expected, size(name)));
    }
    proxy.heal();
    for (int i = 0; i < 5; i++) {
      var name = "w" + i;
      patiently(() -> assertReady(name));
    }
  }

  @Test
  void retriesAStatusUpdateAfterTooManyRequests() {
    operate();
    deploy("limited", 1);
    var status = Calls.at("/widgets/limited/status").by("patch");
    var busy = proxy.inject(Fault.tooManyRequests(Duration.ofSeconds(3)), status.first(2));

    apply("limited", 2);

    patiently(() -> assertEquals("2", size("limited")));
    patiently(() -> assertReady("limited"));
    patiently(() -> assertEquals(2, busy.count()));
  }

  @Test
  void continuesAfterItsWatchesEnd() {
    operate();
    deploy("watched", 1);

    for (int i = 2; i <= 4; i++) {
      proxy.cutWatches();
      int n = i;
      apply("watched", n);
      patiently(() -> assertEquals(Integer.toString(n), size("watched")));
    }
  }

  @Test
  void listsAgainWithoutAStormAfterAnExpiredVersion() {
    operate();
    deploy("old", 1);
    var tooOld = proxy.inject(new Fault.ErrorEvent(410), Calls.at("/widgets").by("watch").first(3));
    var gone = proxy.inject(Fault.answer(410), Calls.at("/widgets").by("watch").first(2));
    int before = lists();

    proxy.cutWatches();
    apply("old", 2);

    patiently(() -> assertEquals("2", size("old")));
    patiently(() -> assertTrue(tooOld.count() + gone.count() >= 3, "too few refused watches"));
    apply("old", 3);
    patiently(() -> assertEquals("3", size("old")));
    int asked = lists() - before;
    assertTrue(asked <= 20, () -> asked + " lists of one kind");
  }

  @Test
  void keepsWhatOthersWroteWhenItsOwnWritesConflict() {
    operate();
    var status = proxy.inject(Fault.answer(409), Calls.at("/widgets/torn").by("patch").first(4));

    apply("torn", 1);
    namespace.patch("Widget", "torn", "{metadata: {labels: {team: blue}}}");

    patiently(() -> assertEquals("1", size("torn")));
    patiently(() -> assertReady("torn"));
    assertTrue(status.count() > 0, "the proxy must refuse some writes");
    var primary = namespace.primary("Widget", "torn");
    assertNotNull(primary);
    assertEquals("blue", primary.getMetadata().getLabels().get("team"));
    assertEquals(List.of("catamaran.dev/uninstall-release"), primary.getMetadata().getFinalizers());
    assertEquals(List.of("1 deployed"), namespace.revisions("torn"));
  }

  @Test
  void reportsNoSuccessBeforeHelmStoresIt() {
    operate();
    proxy.inject(Fault.answer(500), Calls.at("/secrets/sh.helm.release").by("update"));
    apply("unstored", 1);

    patiently(() -> assertEquals("1", size("unstored")));
    patiently(() -> assertEquals(List.of("1 pending-install"), namespace.revisions("unstored")));
    throughout(
        Duration.ofSeconds(5),
        () ->
            assertNotEquals(
                "True", namespace.condition("Widget", "unstored", "Ready").get("status")));
  }

  /** Helm then reports that the release does not exist. The objects may still exist. */
  @Test
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

  private int lists() {
    return Math.toIntExact(
        proxy.seen().stream()
            .filter(seen -> seen.call().verb().equals("list"))
            .filter(seen -> seen.call().uri().contains("/widgets"))
            .count());
  }

  private static void patiently(Executable assertion) {
    within(PATIENCE, assertion);
  }
}
