package dev.catamaran.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.manifest.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialsTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chart: oci://user:canary@registry.example.com/web | chart: oci://***@registry.example.com/web",
        "chart: oci://registry.example.com/web@1 | chart: oci://registry.example.com/web@1",
        "Authorization: Bearer canary.canary-1 ok | Authorization: Bearer *** ok",
        "token eyJhbGciOi.eyJzdWIiOi.canary end | token *** end",
        "-----BEGIN RSA PRIVATE KEY-----canary-----END RSA PRIVATE KEY----- | -----BEGIN RSA PRIVATE KEY-----***-----END"
            + " RSA PRIVATE KEY-----",
        "postgres://user:can@ry@db/shop | postgres://***@db/shop",
        "run --db-password=canary --port=80 | run --db-password=*** --port=80",
        "run --api-token canary --port 80 | run --api-token *** --port 80",
        "{\"password\": \"canary\", \"port\": 80} | {\"password\": \"***\", \"port\": 80}",
        "password: '******' | password: '******'",
        "Secret of the token: not found | Secret of the token: not found",
        "the bearer of news | the bearer of news",
      })
  void hidesWhatHasTheFormOfACredential(String text, String shown) {
    assertEquals(shown, Credentials.hide(text));
  }

  /** A log that is cut has the beginning alone. */
  @Test
  void hidesAPrivateKeyThatDoesNotEnd() {
    var shown = Credentials.hide("-----BEGIN PRIVATE KEY-----\ncanary\ncanary");
    assertFalse(shown.contains("canary"), shown);
  }

  @Test
  void keepsNamesAndSwitches() {
    assertEquals(
        tree("{a: {b: ['******', true, null]}, port: '******', home: '${HOME}', name: '******'}"),
        Credentials.withoutValues(
            tree("{a: {b: [x, true, null]}, port: 80, home: '${HOME}', name: 'x${HOME}'}")));
  }

  @Test
  void masksTheOverridesOfEachWatch() {
    assertEquals(
        tree("[{kind: A, overrideValues: {a.b: '******'}, timeout: 1m}, {kind: B}]"),
        Credentials.withoutOverrides(
            tree("[{kind: A, overrideValues: {a.b: canary}, timeout: 1m}, {kind: B}]")));
  }

  @Test
  void findsPasswordsByTheNamesOfTheirFields() {
    var secrets =
        Credentials.named(
            tree(
                "{login: {adminPassword: canary-1, user: admin}, apiKey: canary-2, tokens: [{value: canary-3}], tls: {secret: true}}"));
    assertEquals("*** *** *** admin true", secrets.hide("canary-1 canary-2 canary-3 admin true"));
  }

  @Test
  void findsTheValuesOfSecrets() {
    var secrets =
        Credentials.of(
            Manifest.of(
                    """
                    {apiVersion: v1, kind: Secret, data: {a: Y2FuYXJ5LTE=, b: "?"}, stringData: {c: canary-2}}
                    ---
                    {apiVersion: v1, kind: ConfigMap, data: {a: a page}}
                    """)
                .objects());
    assertEquals("*** *** a page", secrets.hide("canary-1 canary-2 a page"));
  }

  private static JsonNode tree(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
