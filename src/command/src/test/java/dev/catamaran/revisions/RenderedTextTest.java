package dev.catamaran.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.UnreadableManifestException;
import dev.catamaran.release.SecretTexts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenderedTextTest {
  private static final SecretTexts SECRETS = SecretTexts.of(List.of("s3cret-text", "yes"));

  @Test
  void keepsTheContentOfDocumentsWithoutSecrets() {
    var masked =
        RenderedText.masked(
            1,
            """
            ---
            # Source: web/templates/page.yaml
            kind: ConfigMap # a comment
            apiVersion: v1
            data: {a: "x\\ny"}
            """,
            SECRETS);

    assertEquals(
        """
        ---
        # Source: web/templates/page.yaml
        kind: "ConfigMap"
        apiVersion: "v1"
        data:
          a: |-
            x
            y""",
        masked.text());
    assertFalse(masked.isMasked());
  }

  @Test
  void leavesOutTheValuesOfSecrets() {
    var masked =
        RenderedText.masked(
            1,
            """
            ---
            # Source: web/templates/login.yaml
            # password: canary
            apiVersion: v1
            kind: Secret
            metadata:
              name: login
              labels: {app: "1e3"}
              annotations:
                helm.sh/resource-policy: keep
                kubectl.kubernetes.io/last-applied-configuration: '{"data": {"a": "canary"}}'
            data: {password: Y2FuYXJ5, token: Y2FuYXJ5}
            stringData:
              text: canary
            """,
            SECRETS);

    assertEquals(
        """
        ---
        # Source: web/templates/login.yaml
        # Secret login: the values in data are left out (password, token)
        # Secret login: the values in stringData are left out (text)
        apiVersion: "v1"
        kind: "Secret"
        metadata:
          name: "login"
          labels:
            app: "1e3"
          annotations:
            helm.sh/resource-policy: "keep\"""",
        masked.text());
    assertTrue(masked.isMasked());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{kind: List, apiVersion: v1, items: [{apiVersion: v1, kind: Secret, data: {a: canary}}]}",
        "{kind: Work, apiVersion: x/v1, spec: {objects: [{apiVersion: v1, kind: Secret, data: {a: canary}}]}}",
        "kind: A\n...\napiVersion: v1\nkind: Secret\ndata: {a: canary}",
        "kind: A\r---\rapiVersion: v1\rkind: Secret\rdata: {a: canary}",
        "---\n---\napiVersion: v1\nkind: Secret\nstringData:\n  a: |\n    canary\n",
      })
  void findsSecretsWhereverTheyAre(String text) {
    var masked = RenderedText.masked(1, text, SECRETS).text();
    assertFalse(masked.contains("canary"), masked);
  }

  @Test
  void replacesSecretTextsInOtherObjects() {
    var masked =
        RenderedText.masked(
            1,
            """
            ---
            # Source: web/templates/page.yaml
            kind: ConfigMap
            apiVersion: v1
            data:
              plain: s3cret-text
              encoded: czNjcmV0LXRleHQ=
              lines: |
                first
                  s3cret-text
              flag: 'yes'
              number: "012"
            """,
            SECRETS);

    assertEquals(
        """
        ---
        # Source: web/templates/page.yaml
        kind: "ConfigMap"
        apiVersion: "v1"
        data:
          plain: "***"
          encoded: "***"
          lines: |
            first
              ***
          flag: "***"
          number: "012\"""",
        masked.text());
    assertTrue(masked.isMasked());
    assertEquals("ConfigMap", Manifest.of(masked.text()).objects().getFirst().key().kind());
  }

  @Test
  void escapesWhatControlsATerminalAndRefusesWhatItCannotRead() {
    var masked =
        RenderedText.masked(1, "---\n# Source: a\n---\nkind: A\ntext: \"x\u202ey\"\n", SECRETS);
    assertEquals("---\nkind: \"A\"\ntext: \"x\\u202ey\"", masked.text());
    assertFalse(masked.isMasked());
    assertThrows(
        UnreadableManifestException.class,
        () -> RenderedText.masked(1, "kind: Secret\n  data: canary", SECRETS));
  }
}
