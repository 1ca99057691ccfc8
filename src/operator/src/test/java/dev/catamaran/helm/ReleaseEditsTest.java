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
