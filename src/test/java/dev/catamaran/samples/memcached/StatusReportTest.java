package dev.catamaran.samples.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusReportTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.123Z");
  private static final Instant LATER = NOON.plusSeconds(600);
  private static final Readiness WAITING = new Readiness(false, "Progressing", "0 of 2");
  private static final Readiness READY = new Readiness(true, "PodsReady", "2 of 2");

  private final MemcachedBackup backup = Samples.backup(2);

  @Test
  void namesThePodsInServiceSorted() {
    var going =
        new PodBuilder(Samples.pod("c"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    var evicted =
        new PodBuilder(Samples.pod("d")).editStatus().withPhase("Failed").endStatus().build();
    var pods = List.of(Samples.pod("b"), going, evicted, Samples.pod("a"));
    assertEquals(List.of("a", "b"), StatusReport.of(backup, READY, pods, NOON).nodes());
  }

  @Test
  void speaksAboutTheGenerationItSaw() {
    var status = StatusReport.of(backup, READY, List.of(), NOON);
    assertEquals(7L, status.observedGeneration());
    assertEquals(7L, status.conditions().getFirst().getObservedGeneration());
  }

  @Test
  void isTheSameWhenNothingChangedHoweverMuchTimePassed() {
    backup.setStatus(StatusReport.of(backup, READY, List.of(Samples.pod("a")), NOON));
    assertEquals(
        backup.getStatus(), StatusReport.of(backup, READY, List.of(Samples.pod("a")), LATER));
  }

  @Test
  void isTheSameAfterATripThroughTheApiServer() {
    var status = StatusReport.of(backup, READY, List.of(Samples.pod("a")), NOON);
    var json = new KubernetesSerialization();
    assertEquals(status, json.unmarshal(json.asJson(status), MemcachedBackupStatus.class));
  }

  @Test
  void keepsTheTransitionTimeWhileOnlyReasonOrMessageChange() {
    backup.setStatus(StatusReport.of(backup, WAITING, List.of(), NOON));
    var next = new Readiness(false, "Progressing", "1 of 2");
    var condition = StatusReport.of(backup, next, List.of(), LATER).conditions().getFirst();
    assertEquals("2026-01-01T12:00:00Z", condition.getLastTransitionTime());
    assertEquals("1 of 2", condition.getMessage());
  }

  @Test
  void movesTheTransitionTimeWhenTheStatusTurns() {
    backup.setStatus(StatusReport.of(backup, WAITING, List.of(), NOON));
    var condition = StatusReport.of(backup, READY, List.of(), LATER).conditions().getFirst();
    assertEquals("2026-01-01T12:10:00Z", condition.getLastTransitionTime());
    assertEquals("True", condition.getStatus());
  }

  @Test
  void keepsTheNodesItSawLastWhenAPassFails() {
    backup.setStatus(StatusReport.of(backup, READY, List.of(Samples.pod("a")), NOON));
    var status = StatusReport.afterFailure(backup, "quota exceeded", LATER);
    assertEquals(List.of("a"), status.nodes());
    assertEquals("ReconcileFailed", status.conditions().getFirst().getReason());
    assertEquals("quota exceeded", status.conditions().getFirst().getMessage());
  }

  @Test
  void readsAStatusThatAnotherVersionLeftIncomplete() {
    var status = new KubernetesSerialization().unmarshal("{}", MemcachedBackupStatus.class);
    assertEquals(new MemcachedBackupStatus(List.of(), List.of(), null), status);
  }
}
