package dev.catamaran.inspect;

import static java.time.ZoneOffset.UTC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.EngineRequest.Caller;
import dev.catamaran.inspect.Cluster.Login;
import dev.catamaran.inspect.Scope.Listing;
import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.requests.Waiting;
import dev.catamaran.requests.Waiting.Goal;
import dev.catamaran.terminal.Ink.Paint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScopeTest {
  private static final String PLACE = "/apis/test.dev/v1/namespaces/shop/";
  private static final String ALL = PLACE + "boats";
  private static final String REFUSAL =
      "{\"kind\": \"Status\", \"message\": \"no right\", \"code\": 403}";
  private static final String BOAT =
      """
      {"apiVersion": "test.dev/v1", "kind": "Boat", "metadata": {"name": "one", "namespace": "shop",
         "generation": 1, "finalizers": ["catamaran.dev/uninstall-release"]},
       "status": {"conditions": [
         {"type": "Ready", "status": "True", "reason": "AllReady", "message": "all is well"}]}}""";
  private static final Map<String, String> ANSWERS =
      map(
          "/apis",
          """
          {"kind": "APIGroupDiscoveryList", "items": [
            {"metadata": {"name": "other.dev"}, "versions": [{"version": "v1", "resources": [
                {"resource": "crowds", "responseKind": {"kind": "Crowd"}, "scope": "Namespaced", "verbs": ["get", "list", "watch"]}]}]},
            {"metadata": {"name": "test.dev"}, "versions": [
              {"version": "v1", "resources": [
                {"resource": "boats", "responseKind": {"kind": "Boat"}, "scope": "Namespaced", "categories": ["catamaran"], "verbs": ["get", "list", "watch"]},
                {"resource": "barges", "responseKind": {"kind": "Barge"}, "scope": "Namespaced", "verbs": ["get", "list", "watch"]},
                {"resource": "leavers", "responseKind": {"kind": "Leaver"}, "scope": "Namespaced", "verbs": ["get", "list", "watch"]},
                {"resource": "keys", "responseKind": {"kind": "Key"}, "scope": "Namespaced", "categories": ["catamaran"], "verbs": ["get", "list", "watch"]},
                {"resource": "safes", "responseKind": {"kind": "Safe"}, "scope": "Namespaced", "categories": ["catamaran"], "verbs": ["get", "list", "watch"]},
                {"resource": "checks", "responseKind": {"kind": "Check"}, "scope": "Namespaced", "categories": ["catamaran"], "verbs": ["create"]}]},
              {"version": "v1alpha1", "resources": [
                {"resource": "boats", "responseKind": {"kind": "Boat"}, "scope": "Namespaced", "categories": ["catamaran"], "verbs": ["get", "list", "watch"]}]}]}]}""",
          PLACE + "keys",
          REFUSAL,
          PLACE + "safes",
          REFUSAL,
          PLACE + "checks",
          "{\"kind\": \"Status\", \"code\": 500}",
          "/apis/other.dev/v1/namespaces/shop/crowds",
          "{\"kind\": \"Status\", \"code\": 500}",
          ALL,
          "{\"kind\": \"BoatList\", \"apiVersion\": \"test.dev/v1\", \"metadata\": {}, \"items\": [%s]}"
              .formatted(BOAT),
          ALL + "/one",
          BOAT,
          PLACE + "barges/two",
          """
          {"apiVersion": "test.dev/v1", "kind": "Barge",
           "metadata": {"name": "two", "namespace": "shop", "creationTimestamp": "2026-01-01T00:00:00Z",
             "finalizers": ["catamaran.dev/uninstall-release"]},
           "status": {"conditions": [{"type": "Ready", "status": "False", "reason": "Away"}],
             "deployedRelease": {"name": "two", "revision": 3, "chart": "web", "version": "0.1.0"}}}""",
          PLACE + "barges/three",
          """
          {"apiVersion": "test.dev/v1", "kind": "Barge",
           "metadata": {"name": "three", "namespace": "shop", "generation": 2},
           "status": {"observedGeneration": 2, "conditions": [
             {"type": "Stalled", "status": "True", "reason": "BadValues", "message": "mend the spec"}]}}""",
          "/api/v1/namespaces/shop/secrets",
          REFUSAL,
          "/api/v1/namespaces/shop/events",
          REFUSAL);

  private static Map<String, String> map(String... pathsAndAnswers) {
    var map = new HashMap<String, String>();
    for (int i = 0; i < pathsAndAnswers.length; i += 2) {
      map.put(pathsAndAnswers[i], pathsAndAnswers[i + 1]);
    }
    return map;
  }

  private static final String WATCHES =
      """
      - {group: test.dev, version: v1, kind: Leaver, chart: charts/a}
      - {group: test.dev, version: v1, kind: Boat, chart: charts/b}
      """;

  private final Path folder;

  ScopeTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void listsPrimariesBesideKindsThatAreServedNoLonger() throws IOException {
    assertEquals(List.of("boat.test.dev/one"), use(ScopeTest::names));
  }

  private static List<String> names(Scope scope) {
    return scope.list().primaries().map(PrimaryObject::title).toList();
  }

  /** Kinds of others may have thousands of objects, and are not listed. */
  @Test
  void listsWithFewRightsAndNamesTheRest() throws IOException {
    var listing = with(cluster -> new Scope(cluster, "shop", List.of()).list());
    assertEquals(
        List.of("boat.test.dev/one"), listing.primaries().map(PrimaryObject::title).toList());
    assertEquals(
        Optional.of(
            "not listed, because you have no permission to list them: key.test.dev, safe.test.dev"),
        listing.note());
  }

  /** An empty list of a kind that the cluster does not serve says nothing about its objects. */
  @Test
  void namesWhatTheClusterDoesNotServe() throws IOException {
    var watches = WATCHES + "- {group: test.dev, version: v1, kind: Ghost, chart: charts/c}\n";
    assertEquals(
        Optional.of(
            "the cluster does not serve test.dev/v1, Kind=Ghost; make install makes its definition"),
        use(watches, scope -> scope.list().note()));
  }

  @Test
  void refusesIfNothingCanBeListed() throws IOException {
    var watches = "- {group: test.dev, version: v1, kind: Key, chart: charts/a}\n";
    for (var list :
        List.<Function<Scope, Listing>>of(Scope::list, scope -> scope.list("safe", ""))) {
      var refusal = assertThrows(ManagerException.class, () -> use(watches, list));
      assertTrue(
          String.valueOf(refusal.getMessage())
              .endsWith(" refuses: no right; ask an administrator for this permission"),
          refusal::getMessage);
    }
  }

  @Test
  void listsOneKind() throws IOException {
    assertEquals(
        List.of("boat.test.dev/one"),
        use(scope -> scope.list("boats", "").primaries().map(PrimaryObject::title).toList()));
  }

  /** The view role of Kubernetes has no Secrets. */
  @Test
  void showsAPrimaryWithoutTheRightToReadItsRelease() throws IOException {
    var report = use(scope -> PrimaryReport.of(scope, scope.primary(Target.parse("barge/two"))));
    assertEquals(
        """
        barge.test.dev/two in namespace shop, age 60s
        ├── Conditions
        │   └── Ready   False   Away
        └── Release two, revision 3, chart web-0.1.0, deployed
            └── its manifest cannot be read: you have no permission to read the Secrets of its namespace""",
        String.join(
            "\n",
            report
                .tree(Clock.fixed(Instant.parse("2026-01-01T00:01:00Z"), UTC), Paint.NONE)
                .lines()));
  }

  @Test
  void stopsWaitingForWhatStalled() throws IOException {
    for (var goal : List.of(Goal.READY, Goal.RECONCILED)) {
      var waited =
          use(
              scope ->
                  Waiting.until(
                      goal, scope, Target.parse("barge/three"), Duration.ofHours(1), line -> {}));
      assertTrue(waited.stalled() && !waited.reached());
      assertEquals(
          List.of(
              "barge.test.dev/three is not %s: no condition Ready; Stalled, BadValues: mend the spec"
                  .formatted(goal.name().toLowerCase(Locale.ROOT))),
          waited.lines());
    }
  }

  @Test
  void waitsFromTheStateBeforeTheWatch() throws IOException {
    var progress = new ArrayList<String>();

    var waited =
        use(
            scope ->
                Waiting.until(
                    Goal.DELETED,
                    scope,
                    Target.parse("boat/one"),
                    Duration.ofMillis(1500),
                    progress::add));

    var standing = "nobody has deleted it; kubectl delete does";
    assertFalse(waited.reached());
    assertEquals(List.of("boat.test.dev/one is not deleted: " + standing), waited.lines());
    assertEquals(List.of(standing), progress);
  }

  private <T> T use(Function<Scope, T> action) throws IOException {
    return use(WATCHES, action);
  }

  private <T> T use(String entries, Function<Scope, T> action) throws IOException {
    var watches = Files.writeString(folder.resolve("watches.yaml"), entries);
    return with(
        cluster ->
            action.apply(
                Scope.of(
                    cluster, Optional.empty(), /* isEverywhere= */ false, Optional.of(watches))));
  }

  private <T> T with(Function<Cluster, T> action) throws IOException {
    try (var server = new StandInServer(ANSWERS)) {
      return Cluster.use(
          new Login(
              Optional.of(server.kubeconfig(folder)),
              "",
              Caller.OF_KUBECONFIG,
              Duration.ofSeconds(30)),
          action);
    }
  }
}
