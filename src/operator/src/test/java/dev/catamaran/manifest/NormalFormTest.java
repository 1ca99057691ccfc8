package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalFormTest {
  /** An object, and its normal form; the same if there is none. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      nullValues = "same",
      textBlock =
          """
          {apiVersion: v1, kind: Secret, data: {user: cm9vdA==}, stringData: {password: "grüezi"}} | {apiVersion: v1, kind: Secret, data: {user: cm9vdA==, password: Z3LDvGV6aQ==}}
          {apiVersion: v1, kind: Secret, stringData: {a: x}} | {apiVersion: v1, kind: Secret, data: {a: eA==}}
          {apiVersion: v1, kind: Secret, stringData: {a: null}} | {apiVersion: v1, kind: Secret, data: {a: ""}}
          {apiVersion: v1, kind: Secret, data: {a: eQ==}, stringData: {a: x}} | {apiVersion: v1, kind: Secret, data: {a: eA==}}
          {apiVersion: my.domain/v1, kind: Vault, stringData: {a: x}} | same
          {apiVersion: v1, kind: Pod, metadata: {name: a, uid: b, resourceVersion: '1', generation: 2, managedFields: [], annotations: {deployment.kubernetes.io/revision: '3', own: c}}} | {apiVersion: v1, kind: Pod, metadata: {name: a, annotations: {own: c}}}
          {apiVersion: storage.k8s.io/v1, kind: StorageClass, parameters: {}} | {apiVersion: storage.k8s.io/v1, kind: StorageClass}
          {apiVersion: storage.k8s.io/v1, kind: StorageClass, parameters: {a: b}} | same
          {apiVersion: v1, kind: ClusterRole, aggregationRule: {clusterRoleSelectors: []}, rules: []} | {apiVersion: v1, kind: ClusterRole, aggregationRule: {clusterRoleSelectors: []}}
          {apiVersion: v1, kind: ClusterRole, rules: []} | same
          {apiVersion: v1, kind: ClusterRole, metadata: {name: a, namespace: shop}} | same
          {apiVersion: apps/v1, kind: Deployment, spec: {template: {spec: {serviceAccount: a}}}} | {apiVersion: apps/v1, kind: Deployment, spec: {template: {spec: {serviceAccountName: a, serviceAccount: a}}}}
          {apiVersion: batch/v1, kind: Job, spec: {template: {spec: {serviceAccountName: a, serviceAccount: b}}}} | {apiVersion: batch/v1, kind: Job, spec: {template: {spec: {serviceAccountName: a, serviceAccount: a}}}}
          {apiVersion: batch/v1, kind: Job, spec: {template: {spec: {serviceAccountName: ''}}}} | same
          {apiVersion: apps.kruise.io/v1, kind: StatefulSet, spec: {template: {spec: {serviceAccountName: a}}}} | same
          """)
  void isWhatTheApiServerStores(String written, String normal) {
    var object = object(written);
    var before = object.content().deepCopy();
    var expected = normal == null ? before : object(normal).content();
    assertEquals(expected, NormalForm.of(object));
    assertEquals(before, object.content(), "the manifest stays as it is");
  }

  @Test
  void hasNoNamespaceAtClusterScope() {
    var role = object("{apiVersion: v1, kind: ClusterRole, metadata: {name: a, namespace: shop}}");
    assertEquals(
        object("{apiVersion: v1, kind: ClusterRole, metadata: {name: a}}").content(),
        NormalForm.of(role, role.key().in("")));
  }

  private static ManifestObject object(String yaml) {
    return Manifest.of(yaml).objects().getFirst();
  }
}
