package dev.catamaran.cluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestServer;
import dev.catamaran.release.ReleaseKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ObstaclesTest {
  private static final String SERVED =
      """
      {"kind": "APIResourceList", "groupVersion": "quick.dev/v1", "resources": [
        {"name": "things", "singularName": "thing", "namespaced": true, "kind": "Thing",
         "verbs": ["get"]}]}""";

  private final Set<PrimaryKey> freed = ConcurrentHashMap.newKeySet();

  @Test
  void freesAPrimaryWhileTheServerOfAnotherApiDoesNotAnswer() throws Exception {
    try (var server = new TestServer();
        var client = server.client()) {
      server.hangingOn("/apis/slow.dev/v1").on("/apis/quick.dev/v1", SERVED);
      var obstacles = new Obstacles(client, new ApiResources(client), freed::add);
      var quick = primary("quick");
      obstacles.await(primary("slow"), release("slow"), missing("slow.dev/v1"));
      obstacles.await(quick, release("quick"), missing("quick.dev/v1"));

      Thread.startVirtualThread(obstacles::look);

      eventually(() -> assertEquals(Set.of(quick), freed));
    }
  }

  private static String missing(String apiVersion) {
    return "no matches for kind \"Thing\" in version \"%s\"".formatted(apiVersion);
  }

  private static ReleaseKey release(String name) {
    return new ReleaseKey("default", name);
  }

  private static PrimaryKey primary(String name) {
    return new PrimaryKey("example.com", "Widget", "default", name);
  }
}
