package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;

/** No snapshot has a secret. */
class FleetMaskTest {
  private static JsonNode yaml(String text) throws Exception {
    return new YAMLMapper().readTree(text);
  }

  @Test
  void keepsTypesBooleansAndEmptyTexts() throws Exception {
    assertEquals(
        yaml("{a: masked, b: 1, c: true, d: null, e: [masked, {f: 1}], g: ''}"),
        FleetMask.all(yaml("{a: hunter2, b: 47.11, c: true, d: null, e: [x, {f: 3}], g: ''}")));
  }

  @Test
  void masksWhatIsNamedLikeASecretAndAddressesWithPasswords() throws Exception {
    assertEquals(
        yaml(
            """
            db: {password: masked, passwords: [masked], host: "https://***@db:5432/x", port: 5432}
            env: [{name: API_TOKEN, value: masked}, {name: COLOR, value: red}]
            tokens: {enabled: true, ttl: 1}
            """),
        FleetMask.named(
            yaml(
                """
                db: {password: hunter2, passwords: [a], host: "https://me:pw@db:5432/x", port: 5432}
                env: [{name: API_TOKEN, value: x}, {name: COLOR, value: red}]
                tokens: {enabled: true, ttl: 3600}
                """)));
  }

  @Test
  void leavesOfASecretTheKeysAlone() throws Exception {
    assertEquals(
        yaml(
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: db-password, labels: {token: a}, annotations: {note: masked}}
            type: Opaque
            data: {user: bWFza2Vk, password: bWFza2Vk}
            """),
        FleetMask.object(
            yaml(
                """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: db-password
                  labels: {token: a}
                  managedFields: [{manager: kubectl}]
                  annotations:
                    note: hunter2
                    kubectl.kubernetes.io/last-applied-configuration: '{"data":{"user":"bWU="}}'
                type: Opaque
                data: {user: bWU=, password: aHVudGVyMg==}
                """)));
  }
}
