package dev.catamaran.helm;

import static dev.catamaran.helm.ReleaseSecrets.RELEASE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.ChartVersion;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelmReleaseCodecTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void readsARevisionThatHelmWrote() throws IOException {
    var revision = HelmReleaseCodec.decode(ReleaseSecrets.secret(RELEASE));

    assertEquals(new ReleaseKey("shop", "cache"), revision.release());
    assertEquals(3, revision.number());
    assertEquals(RevisionStatus.DEPLOYED, revision.status());
    assertEquals(Instant.parse("2026-03-01T12:00:00.987654321Z"), revision.writtenAt());
    assertEquals(new ChartVersion("memcached", "0.1.0", "1.6.40"), revision.chart());
    assertEquals("Upgrade complete", revision.description());
    assertEquals("Grüezi\n", revision.notes());
    assertEquals("ConfigMap/a", revision.manifest().objects().getFirst().key().toString());
    var primary =
        new PrimaryIdentity("cache.my.domain/v1alpha1", "Memcached", "shop", "cache", "uid-1");
    // Nobody recorded what its templates asked.
    var origin = new Origin(primary, "abc", OptionalInt.empty(), "", Optional.empty());
    assertEquals(Optional.of(origin), revision.origin());
  }

  @Test
  void readsARevisionWithoutOptionalFields() throws IOException {
    var release = release();
    release.withObject("/info").remove("notes");
    release.withObject("/info").remove("description");
    release.withObject("/chart/metadata").remove("appVersion");
    release.remove("manifest");
    release.withObject("/chart/metadata").remove("annotations");

    var revision = decode(release);

    assertEquals(Optional.empty(), revision.origin());
    assertEquals("", revision.notes());
    assertEquals("", revision.description());
    assertEquals("", revision.chart().appVersion());
    assertTrue(revision.manifest().objects().isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"fault\":\"cluster\",\"reason\":\"unreachable\"} | UNREACHABLE",
        "{\"reason\":\"immutable\",\"refusals\":[{\"reason\":\"immutable\",\"object\":{\"kind\":\"Job\",\"name\":\"a\"},\"verb\":\"patch\"}]} | REJECTED",
        "{\"reason\":\"deadline\"} | REJECTED",
        "{\"reason\":\"cancelled\"} | UNFINISHED",
        "{\"reason\":\"a later one\",\"more\":[{}]} | REJECTED",
        "{\"refusals\":[null,{\"object\":{}}]} | REJECTED",
        "null | ''",
        "[] | ''",
        "{\"reason | ''",
        "'' | ''"
      })
  void readsWhyTheOperationFailed(String text, String expected) throws IOException {
    var release = release();
    release.withObject("/chart/metadata/annotations").put("catamaran.dev/failure", text);
    release.withObject("/info").put("description", "Upgrade \"cache\" failed: no");

    var failure = decode(release).failure();

    assertEquals(expected, failure.map(found -> found.kind().name()).orElse(""));
    failure.ifPresent(found -> assertTrue(found.message().contains("failed: no"), found::message));
  }

  @Test
  void namesASecretThatItCannotRead() throws IOException {
    var damaged =
        List.of(
            new SecretBuilder(ReleaseSecrets.withData("")).withData(null).build(),
            ReleaseSecrets.withData(""),
            ReleaseSecrets.withData("%%%"),
            // Once in base64, not twice.
            ReleaseSecrets.withData("JSUl"),
            ReleaseSecrets.withData(ReleaseSecrets.twice("{}".getBytes(UTF_8))),
            ReleaseSecrets.withData(cutOff()),
            ReleaseSecrets.secret("name: cache"),
            ReleaseSecrets.secret(""),
            ReleaseSecrets.secret("[]"),
            ReleaseSecrets.secret("{'version': 1, 'info': {}}".replace('\'', '"')),
            ReleaseSecrets.secret("{'name': 'cache', 'info': {}}".replace('\'', '"')),
            ReleaseSecrets.secret("{'name': 'cache', 'version': 1}".replace('\'', '"')),
            ReleaseSecrets.secret(
                "{'name': 'cache', 'version': 1, 'info': {'last_deployed': 'noon'}}"
                    .replace('\'', '"')));
    for (var secret : damaged) {
      var failure =
          assertThrows(
              UncheckedIOException.class, () -> HelmReleaseCodec.decode(secret), secret::toString);
      var message = String.valueOf(failure.getMessage());
      assertTrue(message.contains("shop/sh.helm.release.v1.cache.v3 cannot be read"), message);
    }
  }

  /** Their last bytes name a size of a GiB. A person would give the operator more memory. */
  @Test
  void doesNotTakeDamagedDataForALargeRelease() throws IOException {
    for (var damaged :
        List.of(
            ReleaseSecrets.withData(ReleaseSecrets.twice("not zipped at all".getBytes(UTF_8))),
            ReleaseSecrets.withData(cutOff()))) {
      var failure =
          assertThrows(UncheckedIOException.class, () -> HelmReleaseCodec.decode(damaged));
      var message = String.valueOf(failure.getMessage());
      assertTrue(message.endsWith("it is not gzip, or its end is missing"), message);
    }
  }

  private static String cutOff() throws IOException {
    var whole = ReleaseSecrets.encode(RELEASE.getBytes(UTF_8));
    return whole.substring(0, whole.length() / 2 / 16 * 16);
  }

  private static Revision decode(ObjectNode release) throws IOException {
    return HelmReleaseCodec.decode(ReleaseSecrets.secret(release.toString()));
  }

  private static ObjectNode release() throws IOException {
    return (ObjectNode) JSON.readTree(RELEASE);
  }

  /** The deployment time is not the start time of the uninstall. */
  @Test
  void readsTheStartTimeOfAnUninstall() throws IOException {
    var uninstalling =
        RELEASE
            .replace("\"deleted\": \"\"", "\"deleted\": \"2026-03-02T08:00:00Z\"")
            .replace("\"status\": \"deployed\"", "\"status\": \"uninstalling\"");
    assertEquals(
        Instant.parse("2026-03-02T08:00:00Z"),
        HelmReleaseCodec.decode(ReleaseSecrets.secret(uninstalling)).writtenAt());
  }
}
