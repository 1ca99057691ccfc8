package dev.catamaran.cluster;

import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpExchange;
import dev.catamaran.fixture.TestServer;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.Drift;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server of this test has no objects, and creates each one that it does not refuse. */
class DriftRepairTest {
  private static final String API =
      """
      {"kind": "APIResourceList", "groupVersion": "v1", "resources": [
        {"name": "configmaps", "singularName": "configmap", "namespaced": true,
         "kind": "ConfigMap", "verbs": ["get"]}]}""";
  private static final Revision REVISION =
      Revisions.withManifest(
          1, RevisionStatus.DEPLOYED, map("one") + "---\n" + map("two") + "---\n" + map("three"));

  private final Map<String, Integer> refused = new ConcurrentHashMap<>();
  private final List<String> created = new CopyOnWriteArrayList<>();
  private TestServer server;
  private KubernetesClient client;
  private ReleaseObjects objects;

  @BeforeEach
  void serve() throws IOException {
    server = new TestServer().on("/api/v1", this::answer);
    client = server.client();
    objects =
        LiveReleaseObjects.of(
            client,
            new ApiResources(client),
            new UnwatchedDescendants(),
            WatchedNamespaces.all(),
            Clock.systemUTC());
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void repairsTheOtherObjectsAfterARefusal() {
    refused.put("one", 403);

    var refusal = assertThrows(KubernetesClientException.class, this::repair);

    assertEquals(List.of("two", "three"), created);
    assertEquals(403, refusal.getCode());
    assertEquals("no one", refusal.getStatus().getMessage());
  }

  @Test
  void reportsAllRefusals() {
    refused.put("one", 422);
    refused.put("three", 403);

    var refusal = assertThrows(KubernetesClientException.class, this::repair);

    assertEquals(List.of("two"), created);
    assertEquals(422, refusal.getCode());
    assertEquals("no one; no three", refusal.getStatus().getMessage());
  }

  @Test
  void stopsIfTheApiServerFails() {
    refused.put("one", 503);

    var failure = assertThrows(KubernetesClientException.class, this::repair);

    assertEquals(List.of(), created);
    assertEquals(503, failure.getCode());
  }

  private List<Correction> repair() {
    var drifts =
        REVISION.manifest().objects().stream()
            .<Drift>map(object -> new Drift.Unwatched(object, object.key().in("shop")))
            .toList();
    return objects.repair(REVISION, drifts, new Ownership("ours", PRIMARY, RELEASE));
  }

  private static String map(String name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n".formatted(name);
  }

  private void answer(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("POST")) {
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      create(exchange, body);
    } else if (exchange.getRequestURI().getPath().equals("/api/v1")) {
      TestServer.send(exchange, 200, API);
    } else {
      TestServer.send(exchange, 404, status(404, "not found"));
    }
  }

  private void create(HttpExchange exchange, String object) throws IOException {
    for (var name : List.of("one", "two", "three")) {
      if (object.contains("\"name\":\"%s\"".formatted(name))) {
        var code = refused.get(name);
        if (code == null) {
          created.add(name);
          TestServer.send(exchange, 201, object);
        } else {
          TestServer.send(exchange, code, status(code, "no " + name));
        }
      }
    }
  }

  private static String status(int code, String message) {
    return """
        {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": %d, "message": "%s"}"""
        .formatted(code, message);
  }
}
