package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecodedSecretsTest {
  private final DecodedSecrets decoded = new DecodedSecrets();

  private static Secret version(String version, String release) throws IOException {
    return new SecretBuilder(ReleaseSecrets.secret(release))
        .editMetadata()
        .withUid("uid-1")
        .withResourceVersion(version)
        .endMetadata()
        .build();
  }

  @Test
  void decodesAVersionOnce() throws IOException {
    var first = decoded.of(version("7", ReleaseSecrets.RELEASE));

    assertSame(first.orElseThrow(), decoded.of(version("7", ReleaseSecrets.RELEASE)).orElseThrow());
    assertNotSame(
        first.orElseThrow(), decoded.of(version("8", ReleaseSecrets.RELEASE)).orElseThrow());
  }

  @Test
  void seesThatAVersionDiffers() throws IOException {
    var failed = ReleaseSecrets.RELEASE.replace("\"deployed\"", "\"failed\"");

    assertEquals(
        Optional.of(RevisionStatus.DEPLOYED),
        decoded.of(version("7", ReleaseSecrets.RELEASE)).map(Revision::status));
    assertEquals(
        Optional.of(RevisionStatus.FAILED), decoded.of(version("8", failed)).map(Revision::status));
  }

  @Test
  void remembersThatAVersionCannotBeRead() throws IOException {
    var damaged =
        new SecretBuilder(version("9", ReleaseSecrets.RELEASE))
            .withData(Map.of("release", "AAAA"))
            .build();

    assertEquals(Optional.empty(), decoded.of(damaged));
    assertEquals(Optional.empty(), decoded.of(damaged));
  }
}
