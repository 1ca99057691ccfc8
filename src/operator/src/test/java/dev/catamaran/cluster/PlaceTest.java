package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestServer;
import dev.catamaran.manifest.ObjectKey;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceTest {
  private static final String GROUP = "rbac.authorization.k8s.io";

  /** Of an object in a release in the namespace shop. The version v1beta1 is not served. */
  @ParameterizedTest
  @CsvSource({
    "v1, ClusterRole, monitoring, ''",
    "v1, ClusterRole, '', ''",
    "v1, Role, monitoring, monitoring",
    "v1, Role, '', shop",
    "v1beta1, Role, monitoring, ' or monitoring'",
    "v1beta1, Role, '', ' or shop'"
  })
  void isThatOfTheServedKind(String version, String kind, String namespace, String expected)
      throws IOException {
    try (var server = new TestServer();
        var client = server.client()) {
      server.on(
          "/apis/" + GROUP + "/v1",
          """
          {"kind": "APIResourceList", "groupVersion": "rbac.authorization.k8s.io/v1", "resources": [
            {"name": "clusterroles", "singularName": "clusterrole", "namespaced": false,
             "kind": "ClusterRole", "verbs": ["get"]},
            {"name": "roles", "singularName": "role", "namespaced": true, "kind": "Role",
             "verbs": ["get"]}]}""");
      var key = new ObjectKey(GROUP + "/" + version, kind, namespace, "x");
      assertEquals(
          expected,
          Place.candidates(key, "shop", new ApiResources(client))
              .map(Place::namespace)
              .collect(Collectors.joining(" or ")));
    }
  }
}
