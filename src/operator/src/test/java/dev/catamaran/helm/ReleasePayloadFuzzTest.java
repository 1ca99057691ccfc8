package dev.catamaran.helm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A stored release is read, or refused as damaged. */
class ReleasePayloadFuzzTest {
  private static final JsonMapper JSON = new JsonMapper();

  @FuzzTest(maxDuration = "1m")
  void isReadOrRefused(byte[] json) throws IOException {
    var secret = ReleaseSecrets.withData(ReleaseSecrets.encode(json));
    secret.getMetadata().setName(nameOf(json));
    decode(secret);
  }

  /** What is in the data without the right form. */
  @FuzzTest(maxDuration = "1m")
  void hasAnyForm(byte[] data) {
    decode(ReleaseSecrets.withData(new String(data, UTF_8)));
  }

  private static void decode(Secret secret) {
    Revision revision;
    try {
      revision = HelmReleaseCodec.decode(secret);
    } catch (UncheckedIOException e) {
      return;
    }
    revision.manifest().readable().forEach(ReleasePayloadFuzzTest::look);
    revision.hooks().readable().forEach(ReleasePayloadFuzzTest::look);
    assertNotNull(HelmReleaseCodec.whole(secret));
  }

  private static void look(ManifestObject object) {
    assertFalse(object.key().toString().isEmpty());
    assertFalse(object.hookEvents().contains(""));
    assertDoesNotThrow(object::isKept);
    assertDoesNotThrow(object::holdsData);
  }

  private static String nameOf(byte[] json) {
    JsonNode release;
    try {
      release = JSON.readTree(json);
    } catch (IOException e) {
      return "none";
    }
    return ReleasePayload.NAME.formatted(
        release.path("name").asText(), release.path("version").asInt());
  }
}
