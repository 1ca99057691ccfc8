package dev.catamaran.cluster;

import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.PrimaryIdentity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {
  private static final String REFERENCE =
      "{apiVersion: cache.my.domain/v1alpha1, kind: Memcached, name: cache, uid: uid-1,"
          + " controller: true, blockOwnerDeletion: true}";
  private static final String KEPT = "annotations: {helm.sh/resource-policy: keep}";

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          v1, PersistentVolumeClaim, helm.sh/hook: pre-install, true
          v1, Secret, 'helm.sh/hook: "pre-install,pre-upgrade"', true
          apiextensions.k8s.io/v1, CustomResourceDefinition, helm.sh/hook: crd-install, true
          db.example.com/v1, Database, helm.sh/hook: post-install, true
          v1, ConfigMap, helm.sh/hook: pre-install, false
          v1, ServiceAccount, helm.sh/hook: pre-install, false
          batch/v1, Job, helm.sh/hook: pre-install, false
          batch/v1, Job, 'helm.sh/hook: pre-install, helm.sh/resource-policy: " KEEP "', true
          v1, PersistentVolumeClaim, helm.sh/hooks: pre-install, false
          v1, PersistentVolumeClaim, helm.sh/resource-policy: keep, true
          v1, PersistentVolumeClaim, helm.sh/resource-policy: Retain, true
          """)
  void knowsWhatOutlivesThePrimary(
      String apiVersion, String kind, String annotations, boolean outlives) {
    var object =
        "{apiVersion: %s, kind: %s, metadata: {name: a, annotations: {%s}}}"
            .formatted(apiVersion, kind, annotations);
    assertEquals(outlives, Ownership.outlives(Manifest.of(object).objects().getFirst()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labels: {catamaran.dev/operator: ours}, ownerReferences: [REF]            | shop      | true
          labels: {catamaran.dev/operator: theirs}, ownerReferences: [REF]          | shop      | false
          labels: {catamaran.dev/operator: ours}, ownerReferences: [REF, {uid: o}]  | shop      | false
          labels: {catamaran.dev/operator: ours}, ownerReferences: [{uid: uid-1}]   | shop      | false
          labels: {catamaran.dev/operator: ours}, ownerReferences: [REF]            | elsewhere | false
          labels: {catamaran.dev/operator: ours}, ownerReferences: [REF], KEPT      | shop      | false
          labels: {catamaran.dev/operator: ours}                                    | shop      | false
          """)
  void isInAManifestWithExactlyItsMarks(String metadata, String namespace, boolean isIn) {
    var marks = metadata.replace("REF", REFERENCE).replace("KEPT", KEPT);
    var object = object("name: a, " + marks);
    assertEquals(isIn, ownership(PRIMARY).isIn(object, object.key().in(namespace)));
  }

  private static Ownership ownership(PrimaryIdentity primary) {
    return new Ownership("ours", primary, RELEASE);
  }

  private static ManifestObject object(String metadata) {
    return Manifest.of("{apiVersion: v1, kind: ConfigMap, metadata: {%s}}".formatted(metadata))
        .objects()
        .getFirst();
  }
}
