package dev.catamaran.status;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.Trusted;
import dev.catamaran.status.ReleaseStatus.Answered;
import dev.catamaran.status.ReleaseStatus.Deployed;
import io.fabric8.kubernetes.api.model.Condition;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseStatusTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final ReleaseStatus EMPTY = ReleaseStatus.read(MissingNode.getInstance(), NOW, 1);

  private static ReleaseStatus read(String yaml) throws IOException {
    return ReleaseStatus.read(new YAMLMapper().readTree(yaml), NOW, 1);
  }

  @Test
  void readsBackWhatItWrote() {
    var status =
        EMPTY
            .observing(4)
            .deploying(revision(3, DEPLOYED))
            .failing(Optional.of(new Backoff("input-2", 2, 1, NOW)))
            .answering(new Answered("now", "again"))
            .with(EMPTY.conditions().withTrue("Ready", "AllReady", "all"));
    for (var written : List.of(status, EMPTY)) {
      var read = ReleaseStatus.read(written.toJson(), NOW, 1);
      assertEquals(written.toJson().toString(), read.toJson().toString());
    }
    assertEquals(Optional.empty(), EMPTY.deployed());
    assertEquals(Optional.empty(), EMPTY.failures());
  }

  /** Other programs read it. */
  @Test
  void hasTheseFields() throws IOException {
    var failing = Optional.of(new Backoff("input-2", 2, 1, NOW.plusMillis(5)));
    var status =
        EMPTY
            .observing(4)
            .trying(revision(3, DEPLOYED))
            .failing(failing)
            .answering(new Answered("now", "again"))
            .trusting(Trusted.nothing().with(revision(3, DEPLOYED)).attempting("input-4"))
            .with(EMPTY.conditions().withFalse("Ready", "Progressing", "no"));
    var expected =
        """
        conditions:
        - {type: Ready, status: "False", reason: Progressing, message: "no", lastTransitionTime: "2026-03-01T12:00:00Z", observedGeneration: 1}
        observedGeneration: 4
        state: Pending
        deployedRelease: {namespace: shop, name: cache, revision: 3, chart: memcached, version: 0.1.0, appVersion: 1.6.40, inputDigest: input-1, onTrial: true}
        failures: {inputDigest: input-2, count: 2, lastAt: "2026-03-01T12:00:00.005Z", hindered: 1}
        history: [{revision: 3, digest: DIGEST}]
        attempting: input-4
        lastHandledReconcileAt: now
        lastHandledResetAt: again
        """
            .replace("DIGEST", revision(3, DEPLOYED).digest());
    assertEquals(tree(expected), tree(status.toJson().toString()));
    assertEquals(tree(expected), tree(ReleaseStatus.read(tree(expected), NOW, 1).toJson() + ""));
    var well =
        status.deploying(revision(3, DEPLOYED)).failing(Optional.of(new Backoff("a", 1, 0, NOW)));
    assertFalse(well.toJson().path("deployedRelease").has("onTrial"));
    assertFalse(well.toJson().path("failures").has("hindered"));
  }

  private static JsonNode tree(String yaml) throws IOException {
    return new YAMLMapper().readTree(yaml);
  }

  @Test
  void summarisesTheDeployedRevisionAndNeverShowsItsManifest() {
    var status = EMPTY.deploying(revision(3, DEPLOYED));
    var deployed =
        Optional.of(
            new Deployed("shop", "cache", 3, "memcached", "0.1.0", "1.6.40", "input-1", false));
    assertEquals(deployed, status.deployed());
    assertEquals(deployed, status.failing(Optional.of(new Backoff("b", 1, 0, NOW))).deployed());
    assertFalse(status.toJson().toString().contains("ConfigMap"));
    var ofHelm = EMPTY.deploying(withoutOrigin(1, DEPLOYED)).deployed();
    assertEquals(Optional.of(""), ofHelm.map(Deployed::inputDigest));
  }

  @Test
  void readsTheStatusOfAGoOperatorAndDropsItsManifest() throws IOException {
    var status =
        read(
            """
            conditions:
            - {type: Initialized, status: "True", lastTransitionTime: "2026-01-01T00:00:00Z"}
            - type: Deployed
              status: "True"
              reason: InstallSuccessful
              message: Enjoy
              lastTransitionTime: "2026-01-01T00:00:01Z"
            deployedRelease:
              name: cache
              manifest: "kind: Secret\\ndata: {password: aHVzaA==}\\n"
            """);
    assertEquals(
        Optional.of(new Deployed("", "cache", 0, "", "", "", "", false)), status.deployed());
    assertEquals(
        Optional.of("2026-01-01T00:00:01Z"),
        status.conditions().find("Deployed").map(Condition::getLastTransitionTime));
    assertFalse(status.toJson().toString().contains("aHVzaA"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "failures: {}",
        "failures: {lastAt: yesterday}",
        "failures: text",
        "deployedRelease: {}",
        "deployedRelease: null",
        "conditions: text"
      })
  void ignoresInvalidFields(String yaml) throws IOException {
    assertEquals(EMPTY.toJson(), read(yaml).toJson());
  }

  @Test
  void countsAtLeastOneFailureInARecord() throws IOException {
    var status = read("failures: {inputDigest: a, count: 0, lastAt: '2026-03-01T12:00:00Z'}");
    assertEquals(Optional.of(new Backoff("a", 1, 0, NOW)), status.failures());
  }

  @Test
  void waitsWithOtherWordsWhileObjectsBeginToStart() {
    var begun = starting(EMPTY, "not all replicas are updated");
    var next = starting(begun, "not all replicas are ready");

    assertEquals(Duration.ofSeconds(2), next.mayWait(begun, NOW));
    assertEquals(Duration.ofMillis(500), next.mayWait(begun, NOW.plusMillis(1_500)));
    assertEquals(Duration.ZERO, next.mayWait(begun, NOW.plusSeconds(2)));
  }

  @Test
  void reportsAllButWordsAtOnce() {
    var begun = starting(EMPTY, "not all replicas are ready");
    assertEquals(Duration.ZERO, begun.mayWait(EMPTY, NOW));
    var ready = begun.with(begun.conditions().withTrue("Ready", "AllReady", "all"));
    for (var next :
        List.of(
            ReleaseStatus.read(begun.toJson(), NOW, 1),
            ready,
            begun.with(begun.conditions().withFalse("Ready", "Blocked", "a")),
            begun.observing(2),
            begun.deploying(revision(1, DEPLOYED)))) {
      assertEquals(Duration.ZERO, next.mayWait(begun, NOW));
    }
    var told = ready.with(ready.conditions().withTrue("Ready", "AllReady", "each"));
    assertEquals(Duration.ZERO, told.mayWait(ready, NOW));
  }

  private static ReleaseStatus starting(ReleaseStatus before, String why) {
    return before.with(before.conditions().withFalse("Ready", "Progressing", why));
  }
}
