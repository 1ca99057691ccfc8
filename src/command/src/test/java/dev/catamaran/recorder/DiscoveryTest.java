package dev.catamaran.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryTest {
  /** A wrong guess of cluster scope gives an account of a tenant rights in all namespaces. */
  @ParameterizedTest
  @CsvSource({
    "postgresql.cnpg.io/v1, Cluster, true",
    "cluster.x-k8s.io/v1beta1, ClusterClass, true",
    "notification.toolkit.fluxcd.io/v1, Provider, true",
    "pkg.crossplane.io/v1, Provider, false",
    "cert-manager.io/v1, ClusterIssuer, false",
    "rbac.authorization.k8s.io/v1beta1, ClusterRole, false",
    "example.com/v1, ClusterThing, true",
  })
  void takesAKindForNamespacedUnlessItsGroupIsKnown(
      String apiVersion, String kind, boolean isNamespaced) {
    assertEquals(isNamespaced, Discovery.guess(apiVersion, kind).namespaced());
  }
}
