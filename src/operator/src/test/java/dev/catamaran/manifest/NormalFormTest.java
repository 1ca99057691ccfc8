package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class NormalFormTest {

  private static ManifestObject object(String yaml) {
    return Manifest.of(yaml).objects().getFirst();
  }

  @Test
  void movesStringDataOfASecretIntoData() {
    var secret =
        object(
            """
            apiVersion: v1
            kind: Secret
            data: {user: cm9vdA==}
            stringData: {password: "grüezi"}
            """);
    var expected =
        object(
            """
            apiVersion: v1
            kind: Secret
            data: {user: cm9vdA==, password: Z3LDvGV6aQ==}
            """);
    assertEquals(expected.content(), NormalForm.of(secret));
  }

  @Test
  void createsMissingData() {
    var secret = object("{apiVersion: v1, kind: Secret, stringData: {a: x}}");
    assertEquals("eA==", NormalForm.of(secret).path("data").path("a").asText());
  }

  @Test
  void storesANullAmongTextsAsAnEmptyText() {
    var secret = object("{apiVersion: v1, kind: Secret, stringData: {a: null}}");
    assertEquals("", NormalForm.of(secret).path("data").path("a").textValue());
  }

  @Test
  void prefersStringDataToData() {
    var secret = object("{apiVersion: v1, kind: Secret, data: {a: eQ==}, stringData: {a: x}}");
    assertEquals("eA==", NormalForm.of(secret).path("data").path("a").asText());
  }

  @Test
  void keepsTheManifestUnchanged() {
    var secret = object("{apiVersion: v1, kind: Secret, stringData: {a: x}}");
    var before = secret.content().deepCopy();
    NormalForm.of(secret);
    assertEquals(before, secret.content());
  }

  @Test
  void keepsOtherKindsUnchanged() {
    var custom = object("{apiVersion: my.domain/v1, kind: Vault, stringData: {a: x}}");
    assertEquals(custom.content(), NormalForm.of(custom));
  }

  @Test
  void leavesOutWhatTheApiServerAloneWrites() {
    var exported =
        object(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              {name: a, uid: b, resourceVersion: '1', generation: 2, managedFields: [],
               annotations: {deployment.kubernetes.io/revision: '3', own: c}}
            """);
    assertEquals(
        object("{apiVersion: v1, kind: Pod, metadata: {name: a, annotations: {own: c}}}").content(),
        NormalForm.of(exported));
  }

  @Test
  void hasNoNamespaceAtClusterScope() {
    var role = object("{apiVersion: v1, kind: ClusterRole, metadata: {name: a, namespace: shop}}");
    assertEquals(
        object("{apiVersion: v1, kind: ClusterRole, metadata: {name: a}}").content(),
        NormalForm.of(role, role.key().in("")));
    assertEquals(role.content(), NormalForm.of(role, role.key()));
  }

  @Test
  void leavesOutEmptyParametersOfAStorageClass() {
    var plain = "{apiVersion: storage.k8s.io/v1, kind: StorageClass%s}";
    assertEquals(
        object(plain.formatted("")).content(),
        NormalForm.of(object(plain.formatted(", parameters: {}"))));
    var full = object(plain.formatted(", parameters: {a: b}"));
    assertEquals(full.content(), NormalForm.of(full));
  }

  @Test
  void namesTheAccountOfPodsTwice() {
    for (var kind : List.of("apps/v1, kind: Deployment", "batch/v1, kind: Job")) {
      var before = "{apiVersion: " + kind + ", spec: {template: {spec: {%s}}}}";
      var stored = object(before.formatted("serviceAccountName: a, serviceAccount: a")).content();
      for (var fields : List.of("serviceAccount: a", "serviceAccountName: a, serviceAccount: b")) {
        assertEquals(stored, NormalForm.of(object(before.formatted(fields))));
      }
      var without = object(before.formatted("serviceAccountName: ''"));
      assertEquals(without.content(), NormalForm.of(without));
    }
    var custom =
        object(
            "{apiVersion: apps.kruise.io/v1, kind: StatefulSet, spec: {template: {spec: {serviceAccountName: a}}}}");
    assertEquals(custom.content(), NormalForm.of(custom));
  }

  @Test
  void leavesTheRulesOfAnAggregatedRoleToTheController() {
    var role =
        object(
            "{apiVersion: v1, kind: ClusterRole, aggregationRule: {clusterRoleSelectors: []}, rules: []}");
    assertFalse(NormalForm.of(role).has("rules"));
    var plain = object("{apiVersion: v1, kind: ClusterRole, rules: []}");
    assertTrue(NormalForm.of(plain).has("rules"));
  }
}
