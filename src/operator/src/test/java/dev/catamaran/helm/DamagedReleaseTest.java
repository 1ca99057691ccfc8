package dev.catamaran.helm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.UnreadableManifestException;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The codec reads a stored revision, or refuses it with the name of the Secret. */
class DamagedReleaseTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int TEXTS = 1_000;

  private static final String RELEASE =
      """
      {"name": "cache", "version": 3, "namespace": "shop",
       "info": {"last_deployed": "2026-03-01T13:00:00.987654321+01:00", "status": "deployed",
                "description": "Upgrade complete", "notes": "a"},
       "chart": {"metadata": {"name": "memcached", "version": "0.1.0", "annotations": {
           "catamaran.dev/primary": "cache.my.domain/v1alpha1 Memcached shop cache uid-1",
           "catamaran.dev/input-digest": "abc", "catamaran.dev/literal-of": "1"}},
         "templates": [{"name": "templates/a.yaml", "data": "YQ=="}], "values": {"a": 1}},
       "config": {"a": 3},
       "hooks": [{"name": "h", "manifest": "kind: Job\\nmetadata: {name: h}\\n",
                  "events": ["pre-install", "test"], "last_run": {"phase": "Succeeded"}}],
       "manifest": "kind: ConfigMap\\nmetadata: {name: a}\\n"}
      """;

  /** In JSON. */
  private static final List<String> VALUES =
      List.of(
          """
          null ; true ; 0 ; -1 ; 1e400 ; 99999999999999999999 ; 1.5 ; "" ; "x" ; [] ; {} ; [null]
          [[]] ; {"a":null} ; "../../x" ; "+999999999-12-31T23:59:59-18:00" ; "99999999999"
          "-999999999-01-01T00:00:00+18:00" ; "10000-01-01T00:00:00Z" ; "0001-01-01T00:00:00Z"
          "a b c d e" ; "    " ; "a: [" ; "\\u0000" ; "&a [*a]" ; "kind: List\\nitems: 5"
          "kind: []" ; "- - - -"
          """
              .split(" ; |\n"));

  @Test
  void readsOrNamesAReleaseWithChangedFields() throws IOException {
    var random = new SplittableRandom(1);
    for (int i = 0; i < TEXTS; i++) {
      var release = JSON.readTree(RELEASE);
      for (int times = random.nextInt(1, 4); times > 0; times--) {
        change(release, random);
      }
      readOrNamed(ReleaseSecrets.secret(release.toString()));
    }
  }

  @Test
  void readsOrNamesAReleaseWithChangedBytes() throws IOException {
    var random = new SplittableRandom(1);
    var whole = ReleaseSecrets.encode(RELEASE.getBytes(UTF_8));
    for (int i = 0; i < TEXTS; i++) {
      var json = RELEASE.getBytes(UTF_8);
      var data = new StringBuilder(whole);
      for (int times = random.nextInt(1, 5); times > 0; times--) {
        json[random.nextInt(json.length)] = (byte) random.nextInt(256);
        data.setCharAt(random.nextInt(data.length()), (char) random.nextInt(32, 127));
      }
      data.setLength(random.nextInt(data.length() / 2, data.length() + 1));
      readOrNamed(ReleaseSecrets.withData(data.toString()));
      readOrNamed(ReleaseSecrets.withData(ReleaseSecrets.encode(json)));
    }
  }

  /** Each empty object takes three bytes in the text, and some eighty in memory. */
  @Test
  void refusesAReleaseThatUnfoldsBeyondItsLimits() throws IOException {
    var bomb = new byte[ReleasePayload.LARGEST + 1];
    Arrays.fill(bomb, (byte) ' ');
    assertRefused(
        ReleaseSecrets.withData(ReleaseSecrets.encode(bomb)),
        "it unfolds to more than %d MiB".formatted(ReleasePayload.LARGEST >> 20));
    var values = "{},".repeat(ReleasePayload.MOST_TOKENS / 2) + "{}";
    assertRefused(ReleaseSecrets.secret(withConfig("[" + values + "]")), "too many values");
    for (var deep : List.of("[".repeat(100_000), "{\"a\":".repeat(100_000))) {
      assertRefused(ReleaseSecrets.secret(withConfig(deep)), "cannot be read");
    }
  }

  private static String withConfig(String config) {
    return RELEASE.replace("\"config\": {\"a\": 3}", "\"config\": " + config);
  }

  private static void assertRefused(Secret secret, String why) {
    var failure = assertThrows(UncheckedIOException.class, () -> HelmReleaseCodec.decode(secret));
    assertTrue(String.valueOf(failure.getMessage()).contains(why), failure::getMessage);
  }

  @Test
  void refusesARevisionWithAnotherNameOrNumber() throws IOException {
    for (var other :
        List.of(
            RELEASE.replace("\"name\": \"cache\"", "\"name\": \"other\""),
            RELEASE.replace("\"version\": 3", "\"version\": 4"))) {
      assertRefused(ReleaseSecrets.secret(other), "cannot be read");
    }
  }

  private static void readOrNamed(Secret secret) {
    try {
      var revision = HelmReleaseCodec.decode(secret);
      // An observer reads these parts at once.
      var since = Duration.between(revision.writtenAt().plus(Duration.ofDays(400)), Instant.EPOCH);
      assertTrue(since.toMillis() < Long.MAX_VALUE);
      assertFalse(
          revision.manifest().objects().stream().anyMatch(o -> o.key().toString().isEmpty()));
      assertTrue(revision.hooks().readable().size() < 10);
    } catch (UnreadableManifestException e) {
      assertTrue(e.problem().startsWith("line "), e.problem());
    } catch (UncheckedIOException e) {
      var message = String.valueOf(e.getMessage());
      assertTrue(message.contains("shop/sh.helm.release.v1.cache.v3 cannot be read"), message);
    }
  }

  private static void change(JsonNode release, SplittableRandom random) throws IOException {
    var places = new ArrayList<JsonNode>();
    collect(release, places);
    var value = JSON.readTree(VALUES.get(random.nextInt(VALUES.size())));
    switch (places.get(random.nextInt(places.size()))) {
      case ObjectNode map when !map.isEmpty() -> {
        var names = new ArrayList<String>();
        map.fieldNames().forEachRemaining(names::add);
        var name = names.get(random.nextInt(names.size()));
        if (random.nextInt(4) == 0) {
          map.remove(name);
        } else {
          map.set(name, value);
        }
      }
      case ArrayNode list -> list.add(value);
      default -> {
        // The node has no field to change.
      }
    }
  }

  private static void collect(JsonNode node, List<JsonNode> into) {
    if (node.isContainerNode()) {
      into.add(node);
      node.forEach(child -> collect(child, into));
    }
  }
}
