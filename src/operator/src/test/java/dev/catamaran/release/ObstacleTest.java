package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.manifest.ObjectKey;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ObstacleTest {
  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            "services \"a\" is forbidden: exceeded quota: small, requested: services=1",
            present("v1", "ResourceQuota", "", "small")),
        Arguments.of(
            "pods \"a\" is forbidden: failed quota: small.too: must specify cpu",
            present("v1", "ResourceQuota", "", "small.too")),
        Arguments.of(
            "pods \"a\" is forbidden: error looking up service account shop/web: serviceaccount"
                + " \"web\" not found",
            missing("v1", "ServiceAccount", "shop", "web")),
        Arguments.of(
            "pods \"a\" is forbidden: no PriorityClass with name high was found",
            missing("scheduling.k8s.io/v1", "PriorityClass", "", "high")),
        Arguments.of(
            "pods \"a\" is forbidden: pod rejected: RuntimeClass \"safe\" not found",
            missing("node.k8s.io/v1", "RuntimeClass", "", "safe")),
        Arguments.of(
            "resource mapping not found for name: \"a\" namespace: \"\" from \"\": no matches for kind"
                + " \"Part\" in version \"parts.dev/v1\"",
            missing("parts.dev/v1", "Part", "", "")),
        Arguments.of("namespaces \"shop\" not found", missing("v1", "Namespace", "", "shop")),
        Arguments.of(
            "Unable to continue with install: Service \"a\" in namespace \"shop\" exists and cannot"
                + " be imported into the current release: invalid ownership metadata",
            present("", "Service", "shop", "a")));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void isTheObjectThatAFailureNames(String failure, Obstacle obstacle) {
    assertEquals(Set.of(obstacle), Obstacle.in(failure));
  }

  @Test
  void areBothHalvesOfAPolicy() {
    var group = "admissionregistration.k8s.io/v1";
    assertEquals(
        Set.of(
            present(group, "ValidatingAdmissionPolicy", "", "p"),
            present(group, "ValidatingAdmissionPolicyBinding", "", "b")),
        Obstacle.in("ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no"));
  }

  @Test
  void isNothingInOtherFailures() {
    assertEquals(Set.of(), Obstacle.in("ConfigMap \"a\" is invalid: data: Required value"));
  }

  private static Obstacle present(String apiVersion, String kind, String namespace, String name) {
    return new Obstacle(new ObjectKey(apiVersion, kind, namespace, name), false);
  }

  private static Obstacle missing(String apiVersion, String kind, String namespace, String name) {
    return new Obstacle(new ObjectKey(apiVersion, kind, namespace, name), true);
  }
}
