package dev.catamaran.helm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.ChartVersion;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HelmReleaseCodecTest {
  private static final JsonMapper JSON = new JsonMapper();

  private static final String RELEASE =
      """
      {
        "name": "cache",
        "info": {
          "first_deployed": "2026-03-01T12:00:00.123456789+01:00",
          "last_deployed": "2026-03-01T13:00:00.987654321+01:00",
          "deleted": "",
          "description": "Upgrade complete",
          "status": "deployed",
          "notes": "Grüezi\\n"
        },
        "chart": {
          "metadata": {
            "name": "memcached",
            "version": "0.1.0",
            "appVersion": "1.6.40",
            "annotations": {
              "catamaran.dev/primary": "cache.my.domain/v1alpha1 Memcached shop cache uid-1",
              "catamaran.dev/input-digest": "abc",
              "category": "cache"
            }
          },
          "templates": [{"name": "templates/a.yaml", "data": "YQ=="}],
          "values": {"replicaCount": 1}
        },
        "config": {"replicaCount": 3, "big": 12345678901234567890, "ratio": 0.1},
        "manifest": "kind: ConfigMap\\nmetadata: {name: a}\\n",
        "hooks": [],
        "version": 3,
        "namespace": "shop"
      }
      """;

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
  }

  @Test
  void readsWhoseItIsFromTheChartsAnnotations() throws IOException {
    var primary =
        new PrimaryIdentity("cache.my.domain/v1alpha1", "Memcached", "shop", "cache", "uid-1");
    assertEquals(
        Optional.of(new Origin(primary, "abc")),
        HelmReleaseCodec.decode(ReleaseSecrets.secret(RELEASE)).origin());
  }

  @Test
  void readsARevisionThatSomebodyMadeWithHelmAlone() throws IOException {
    var release = release();
    release.withObject("/chart/metadata").remove("annotations");
    assertEquals(Optional.empty(), decode(release).origin());
  }

  @Test
  void readsARevisionWithoutWhatHelmLeavesOutWhenItIsEmpty() throws IOException {
    var release = release();
    release.withObject("/info").remove("notes");
    release.withObject("/info").remove("description");
    release.withObject("/chart/metadata").remove("appVersion");
    release.remove("manifest");

    var revision = decode(release);

    assertEquals("", revision.notes());
    assertEquals("", revision.description());
    assertEquals("", revision.chart().appVersion());
    assertTrue(revision.manifest().objects().isEmpty());
  }

  @Test
  void keepsAllElseWhenItChangesTheStatus() throws IOException {
    var payload =
        HelmReleaseCodec.withStatus(
            ReleaseSecrets.secret(RELEASE), RevisionStatus.FAILED, "Abandoned");

    var expected = release();
    expected.withObject("/info").put("status", "failed").put("description", "Abandoned");
    assertEquals(expected, JSON.readTree(ReleaseSecrets.decode(payload)));
  }

  @Test
  void readsBackItsOwnStatus() throws IOException {
    var payload =
        HelmReleaseCodec.withStatus(
            ReleaseSecrets.secret(RELEASE), RevisionStatus.FAILED, "Abandoned");
    assertEquals(
        RevisionStatus.FAILED, HelmReleaseCodec.decode(ReleaseSecrets.withData(payload)).status());
  }

  static Stream<Arguments> damages() throws IOException {
    return Stream.of(
        arguments("no data", new SecretBuilder(ReleaseSecrets.withData("")).withData(null).build()),
        arguments("nothing under its key", ReleaseSecrets.withData("")),
        arguments("not in base64", ReleaseSecrets.withData("%%%")),
        arguments("not in base64 twice", ReleaseSecrets.withData("JSUl")),
        arguments(
            "not zipped", ReleaseSecrets.withData(ReleaseSecrets.twice("{}".getBytes(UTF_8)))),
        arguments("cut off", ReleaseSecrets.withData(cutOff())),
        arguments("no JSON", ReleaseSecrets.secret("name: cache")),
        arguments("an empty text", ReleaseSecrets.secret("")),
        arguments("no object", ReleaseSecrets.secret("[]")),
        arguments("no name", ReleaseSecrets.secret("{\"version\": 1, \"info\": {}}")),
        arguments("no number", ReleaseSecrets.secret("{\"name\": \"cache\", \"info\": {}}")),
        arguments("no info", ReleaseSecrets.secret("{\"name\": \"cache\", \"version\": 1}")),
        arguments(
            "a time that is none",
            ReleaseSecrets.secret(
                "{\"name\": \"cache\", \"version\": 1, \"info\": {\"last_deployed\": \"noon\"}}")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void namesASecretThatItCannotRead(String damage, Secret secret) {
    var failure =
        assertThrows(
            UncheckedIOException.class, () -> HelmReleaseCodec.decode(secret), () -> damage);
    var message = String.valueOf(failure.getMessage());
    assertTrue(message.contains("shop/sh.helm.release.v1.cache.v3 cannot be read"), message);
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

  /** How long ago the release was deployed says nothing of when somebody began to remove it. */
  @Test
  void tellsWhenUninstallingBegan() throws IOException {
    var going =
        RELEASE
            .replace("\"deleted\": \"\"", "\"deleted\": \"2026-03-02T08:00:00Z\"")
            .replace("\"status\": \"deployed\"", "\"status\": \"uninstalling\"");
    assertEquals(
        Instant.parse("2026-03-02T08:00:00Z"),
        HelmReleaseCodec.decode(ReleaseSecrets.secret(going)).writtenAt());
  }

  @Test
  void takesObjectsOutOfAManifestAndLeavesTheOthersAsTheyAre() throws IOException {
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
        ReleaseSecrets.withData(HelmReleaseCodec.without(secret, key -> key.kind().equals("Gone")));

    assertEquals(
        List.of("ConfigMap/a", "ConfigMap/c"),
        HelmReleaseCodec.decode(trimmed).manifest().objects().stream()
            .map(object -> object.key().toString())
            .toList());
    var data = Objects.requireNonNull(trimmed.getData().get("release"));
    assertTrue(ReleaseSecrets.decode(data).contains("# Source: a"));
  }
}
