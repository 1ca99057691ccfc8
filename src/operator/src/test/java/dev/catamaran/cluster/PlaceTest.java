package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestServer;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server of this test serves Roles and ClusterRoles, in one version. */
class PlaceTest {
  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final String SERVED = GROUP + "/v1";
  private static final String UNSERVED = GROUP + "/v1beta1";
  private static final String KINDS =
      """
      {"kind": "APIResourceList", "groupVersion": "rbac.authorization.k8s.io/v1", "resources": [
        {"name": "clusterroles", "singularName": "clusterrole", "namespaced": false,
         "kind": "ClusterRole", "verbs": ["get"]},
        {"name": "roles", "singularName": "role", "namespaced": true, "kind": "Role",
         "verbs": ["get"]}]}""";

  private TestServer server;
  private KubernetesClient client;
  private ApiResources apis;

  @BeforeEach
  void serve() throws IOException {
    server = new TestServer().on("/apis/" + SERVED, KINDS);
    client = server.client();
    apis = new ApiResources(client);
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void ofAClusterScopedObjectHasNoNamespace() {
    var live = Place.of(new ObjectKey(SERVED, "ClusterRole", "", "x"));

    assertEquals(Set.of(live), candidates(SERVED, "ClusterRole", "monitoring"));
    assertEquals(Set.of(live), candidates(SERVED, "ClusterRole", ""));
  }

  @Test
  void ofANamespacedObjectHasTheNamespaceOfTheManifestOrOfTheRelease() {
    assertEquals(Set.of(role("monitoring")), candidates(SERVED, "Role", "monitoring"));
    assertEquals(Set.of(role("shop")), candidates(SERVED, "Role", ""));
  }

  @Test
  void doesNotDependOnTheApiVersion() {
    assertEquals(
        Place.of(new ObjectKey(SERVED, "Role", "shop", "x")),
        Place.of(new ObjectKey(UNSERVED, "Role", "shop", "x")));
  }

  @Test
  void isUncertainIfTheVersionIsNotServed() {
    assertEquals(Set.of(role(""), role("monitoring")), candidates(UNSERVED, "Role", "monitoring"));
    assertEquals(Set.of(role(""), role("shop")), candidates(UNSERVED, "Role", ""));
  }

  private static Place role(String namespace) {
    return new Place(GROUP, "Role", namespace, "x");
  }

  /** The possible places of an object of a release in the namespace {@code shop}. */
  private Set<Place> candidates(String apiVersion, String kind, String namespace) {
    return Place.candidates(new ObjectKey(apiVersion, kind, namespace, "x"), "shop", apis)
        .collect(Collectors.toSet());
  }
}
