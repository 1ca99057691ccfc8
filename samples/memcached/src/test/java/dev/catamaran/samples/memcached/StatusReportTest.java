package dev.catamaran.samples.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusReportTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.123Z");
  private static final Instant LATER = NOON.plusSeconds(600);
  private static final Readiness WAITING = new Readiness(false, "Progressing", "0 of 2");
  private static final Readiness READY = new Readiness(true, "PodsReady", "2 of 2");

  private final MemcachedBackup backup = Samples.backup(2);

  @Test
  void namesThePodsInServiceSorted() {
    var terminating =
        new PodBuilder(Samples.pod("c"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    var evicted =
        new PodBuilder(Samples.pod("d")).editStatus().withPhase("Failed").endStatus().build();
    var pods = List.of(Samples.pod("b"), terminating, evicted, Samples.pod("a"));
    assertEquals(List.of("a", "b"), new StatusReport(backup, NOON).seen(READY, pods, 7).nodes());
  }

  @Test
  void reportsTheObservedGeneration() {
    var status = new StatusReport(backup, NOON).seen(READY, List.of(), 7);
    assertEquals(7L, status.observedGeneration());
    assertEquals(7L, status.conditions().getFirst().getObservedGeneration());
  }

  @Test
  void isTheSameLaterWithoutAChange() {
    backup.setStatus(new StatusReport(backup, NOON).seen(READY, List.of(Samples.pod("a")), 7));
    assertEquals(
        backup.getStatus(),
        new StatusReport(backup, LATER).seen(READY, List.of(Samples.pod("a")), 7));
  }

  @Test
  void isTheSameAfterSerialization() {
    var status = new StatusReport(backup, NOON).seen(READY, List.of(Samples.pod("a")), 7);
    var json = new KubernetesSerialization();
    assertEquals(status, json.unmarshal(json.asJson(status), MemcachedBackupStatus.class));
  }

  @Test
  void keepsTheTransitionTimeWhileOnlyReasonOrMessageChange() {
    backup.setStatus(new StatusReport(backup, NOON).seen(WAITING, List.of(), 7));
    var next = new Readiness(false, "Progressing", "1 of 2");
    var condition =
        new StatusReport(backup, LATER).seen(next, List.of(), 7).conditions().getFirst();
    assertEquals("2026-01-01T12:00:00Z", condition.getLastTransitionTime());
    assertEquals("1 of 2", condition.getMessage());
  }

  @Test
  void setsTheTransitionTimeWhenTheStatusChanges() {
    backup.setStatus(new StatusReport(backup, NOON).seen(WAITING, List.of(), 7));
    var condition =
        new StatusReport(backup, LATER).seen(READY, List.of(), 7).conditions().getFirst();
    assertEquals("2026-01-01T12:10:00Z", condition.getLastTransitionTime());
    assertEquals("True", condition.getStatus());
  }

  @Test
  void keepsTheNodesAndTheObservedGenerationWhenAPassFails() {
    backup.setStatus(new StatusReport(backup, NOON).seen(READY, List.of(Samples.pod("a")), 7));
    var status =
        new StatusReport(backup, LATER).unseen(Readiness.failed("quota exceeded"), Optional.of(6L));
    assertEquals(List.of("a"), status.nodes());
    assertEquals("ReconcileFailed", status.conditions().getFirst().getReason());
    assertEquals(6L, status.observedGeneration());
    assertEquals("quota exceeded", status.conditions().getFirst().getMessage());
  }

  @Test
  void readsAStatusThatAnotherVersionLeftIncomplete() {
    var status = new KubernetesSerialization().unmarshal("{}", MemcachedBackupStatus.class);
    assertEquals(new MemcachedBackupStatus(List.of(), List.of(), null), status);
  }
}
