package dev.catamaran.cluster;

import static dev.catamaran.release.Revisions.PRIMARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.catamaran.fixture.TestServer;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LiveComparisonTest {
  private static final String API =
      """
      {"kind": "APIResourceList", "groupVersion": "v1", "resources": [
        {"name": "configmaps", "singularName": "configmap", "namespaced": true,
         "kind": "ConfigMap", "verbs": ["get"]}]}""";

  @Test
  void endsAtAFailureWithoutAWaitForTheOtherObjects() throws Exception {
    try (var server = new TestServer();
        var client = server.client()) {
      var maps = "/api/v1/namespaces/shop/configmaps/";
      server
          .on("/api/v1", API)
          .on(maps + "failing", exchange -> exchange.sendResponseHeaders(500, -1))
          .hangingOn(maps + "silent");
      var revision =
          Revisions.withManifest(1, RevisionStatus.DEPLOYED, map("failing") + map("silent"));
      var comparison = new LiveComparison(client, new ApiResources(client), DriftRules.none());

      var failure =
          assertTimeoutPreemptively(
              Duration.ofSeconds(20),
              () ->
                  assertThrows(
                      KubernetesClientException.class, () -> comparison.of(revision, PRIMARY)));

      assertEquals(500, failure.getCode());
    }
  }

  private static String map(String name) {
    return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s, namespace: shop}\n"
        .formatted(name);
  }
}
