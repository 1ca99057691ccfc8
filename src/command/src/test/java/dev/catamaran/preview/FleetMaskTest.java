package dev.catamaran.preview;

import static dev.catamaran.preview.FieldChangesTest.yaml;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** No snapshot has a secret. {@code SnapshotCommandIT} takes one. */
class FleetMaskTest {
  @Test
  void masksValuesAndKeepsTheirTypes() {
    assertEquals(
        yaml("{a: masked, b: 1, c: true, d: null, e: [masked, {f: 1}], g: ''}"),
        FleetMask.all(yaml("{a: hunter2, b: 47.11, c: true, d: null, e: [x, {f: 3}], g: ''}")));
    assertEquals(
        yaml(
            "{password: masked, url: 'https://***@db/x', env: [{name: API_TOKEN, value: masked}, {name: A, value: b}]}"),
        FleetMask.named(
            yaml(
                "{password: hunter2, url: 'https://me:pw@db/x', env: [{name: API_TOKEN, value: x}, {name: A, value: b}]}")));
    assertEquals(
        yaml(
            "{apiVersion: v1, kind: Secret, metadata: {name: a, annotations: {a: masked}}, data: {user: bWFza2Vk}}"),
        FleetMask.object(
            yaml(
                """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: a
                  managedFields: [{manager: kubectl}]
                  annotations: {a: b, kubectl.kubernetes.io/last-applied-configuration: '{"data":{}}'}
                data: {user: bWU=}
                """)));
  }
}
