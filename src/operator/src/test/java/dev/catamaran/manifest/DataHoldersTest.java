package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataHoldersTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiVersion: v1, kind: PersistentVolumeClaim}",
        "{apiVersion: v1, kind: PersistentVolume}",
        "{apiVersion: v1, kind: Namespace}",
        "{apiVersion: v1, kind: Secret}",
        "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition}",
        "{apiVersion: postgresql.cnpg.io/v1, kind: Cluster}",
        "{apiVersion: snapshot.storage.k8s.io/v1, kind: VolumeSnapshot}",
        "{apiVersion: apps.example.com/v1, kind: Deployment}",
        "{apiVersion: apps/v1, kind: StatefulSet, spec: {persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}}}"
      })
  void contain(String yaml) {
    assertTrue(object(yaml).holdsData());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiVersion: v1, kind: ConfigMap}",
        "{apiVersion: apps/v1, kind: Deployment}",
        "{apiVersion: apps/v1, kind: StatefulSet}",
        "{apiVersion: apps/v1, kind: StatefulSet, spec: {persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain}}}",
        "{apiVersion: storage.k8s.io/v1, kind: StorageClass}"
      })
  void doNotContain(String yaml) {
    assertFalse(object(yaml).holdsData());
  }

  private static ManifestObject object(String yaml) {
    return Manifest.of(yaml).objects().getFirst();
  }
}
