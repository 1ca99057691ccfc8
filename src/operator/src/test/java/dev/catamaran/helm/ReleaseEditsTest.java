package dev.catamaran.helm;

import static dev.catamaran.helm.ReleaseSecrets.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.RevisionStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReleaseEditsTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void changesOnlyStatusAndDescription() throws IOException {
    var payload =
        ReleaseEdits.withStatus(ReleaseSecrets.secret(RELEASE), RevisionStatus.FAILED, "Abandoned");

    var expected = (ObjectNode) JSON.readTree(RELEASE);
    expected.withObject("/info").put("status", "failed").put("description", "Abandoned");
    assertEquals(expected, JSON.readTree(ReleaseSecrets.decode(payload)));
  }

  @Test
  void readsBackItsOwnStatus() throws IOException {
    var payload =
        ReleaseEdits.withStatus(ReleaseSecrets.secret(RELEASE), RevisionStatus.FAILED, "Abandoned");
    assertEquals(
        RevisionStatus.FAILED, HelmReleaseCodec.decode(ReleaseSecrets.withData(payload)).status());
  }

  @Test
  void removesObjectsFromAManifestAndKeepsTheOthers() throws IOException {
    var three =
        RELEASE.replace(
            "kind: ConfigMap\\nmetadata: {name: a}\\n",
            "---\\n"
                + "# Source: a\\n"
                + "kind: ConfigMap\\n"
                + "metadata: {name: a}\\n"
                + "---\\n"
                + "kind: Gone\\n"
                + "metadata: {name: b}\\n"
                + "---\\n"
                + "kind: ConfigMap\\n"
                + "metadata: {name: c}\\n");
    var secret = ReleaseSecrets.secret(three);

    var trimmed =
        ReleaseSecrets.withData(
            ReleaseEdits.rewritten(
                secret,
                key -> Optional.of(key.apiVersion()).filter(same -> !key.kind().equals("Gone"))));

    assertEquals(
        List.of("ConfigMap/a", "ConfigMap/c"),
        HelmReleaseCodec.decode(trimmed).manifest().objects().stream()
            .map(object -> object.key().toString())
            .toList());
    var data = Objects.requireNonNull(trimmed.getData().get("release"));
    assertTrue(ReleaseSecrets.decode(data).contains("# Source: a"));
  }

  @Test
  void namesAnObjectInAnotherVersion() throws IOException {
    var two =
        RELEASE.replace(
            "kind: ConfigMap\\nmetadata: {name: a}\\n",
            "---\\napiVersion: parts.dev/v1beta1\\nkind: Part\\nmetadata: {name: a}\\n"
                + "---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: b}\\n");

    var moved =
        ReleaseSecrets.withData(
            ReleaseEdits.rewritten(
                ReleaseSecrets.secret(two),
                key -> Optional.of(key.apiVersion().replace("v1beta1", "v1"))));

    assertEquals(
        List.of("parts.dev/v1", "v1"),
        HelmReleaseCodec.decode(moved).manifest().objects().stream()
            .map(object -> object.key().apiVersion())
            .toList());
  }

  @Test
  void separatesDocumentsWithMuchWhiteSpaceQuickly() throws IOException {
    var manifest =
        "metadata: {name: a}\\ndata:\\n  text: |\\n    first"
            + "\\n".repeat(700_000)
            + "    last\\n";
    var secret = ReleaseSecrets.secret(RELEASE.replace("metadata: {name: a}\\n", manifest));
    var payload =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () -> ReleaseEdits.rewritten(secret, key -> Optional.of(key.apiVersion())));
    assertTrue(ReleaseSecrets.decode(payload).contains(manifest.substring(0, 20)));
  }
}
