package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScopeTest {
  private static final String ALL = "/apis/test.dev/v1/namespaces/shop/boats";
  private static final String BOAT =
      """
      {"apiVersion": "test.dev/v1", "kind": "Boat", "metadata": {"name": "one", "namespace": "shop"},
       "status": {"conditions": [
         {"type": "Ready", "status": "True", "reason": "AllReady", "message": "all is well"}]}}""";
  private static final Map<String, String> ANSWERS =
      Map.of(
          "/apis",
          """
          {"kind": "APIGroupList", "groups": [
            {"name": "test.dev", "versions": [{"groupVersion": "test.dev/v1", "version": "v1"}],
             "preferredVersion": {"groupVersion": "test.dev/v1", "version": "v1"}}]}""",
          "/apis/test.dev/v1",
          """
          {"kind": "APIResourceList", "groupVersion": "test.dev/v1", "resources": [
            {"name": "boats", "singularName": "boat", "namespaced": true, "kind": "Boat",
             "verbs": ["get", "list", "watch"]},
            {"name": "leavers", "singularName": "leaver", "namespaced": true, "kind": "Leaver",
             "verbs": ["get", "list", "watch"]}]}""",
          ALL,
          "{\"kind\": \"BoatList\", \"apiVersion\": \"test.dev/v1\", \"items\": [%s]}"
              .formatted(BOAT),
          ALL + "/one",
          BOAT);

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
    return scope.list().items().stream().map(PrimaryRow::qualifiedName).toList();
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

    var standing = "Ready=True, AllReady: all is well";
    assertFalse(waited.reached());
    assertEquals(List.of("boat.test.dev/one is not deleted: " + standing), waited.lines());
    assertEquals(List.of(standing), progress);
  }

  private <T> T use(Function<Scope, T> action) throws IOException {
    try (var server = new StandInServer(ANSWERS)) {
      var watches = Files.writeString(folder.resolve("watches.yaml"), WATCHES);
      return Cluster.use(
          Optional.of(server.kubeconfig(folder)),
          Optional.empty(),
          cluster ->
              action.apply(
                  Scope.of(
                      cluster, Optional.empty(), /* isEverywhere= */ false, Optional.of(watches))));
    }
  }
}
