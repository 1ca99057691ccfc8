package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.OWNERSHIP;
import static dev.catamaran.release.MemoryReleaseStore.unreachable;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionCompletionTest {
  private final Ports ports = new Ports();

  @Test
  void completesWhatHelmLeavesUndone() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED),
        revision(2, RevisionStatus.FAILED),
        revision(3, RevisionStatus.DEPLOYED));

    settle(3);

    assertEquals(
        List.of("supersede 1", "adopt objects of 3", "remove what [1, 2] made and 3 has not"),
        ports.effects.seen());
    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), ports.store.statuses());
  }

  @Test
  void supersedesNoRevisionThatIsNewer() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED),
        revision(2, RevisionStatus.DEPLOYED),
        revision(3, RevisionStatus.DEPLOYED),
        revision(4, RevisionStatus.DEPLOYED));

    settle(2);

    assertEquals(
        List.of("1 superseded", "2 deployed", "3 deployed", "4 deployed"), ports.store.statuses());
  }

  @Test
  void deletesTheOldestRevisionsBeyondTheLimit() {
    ports.with(
        revision(1, RevisionStatus.FAILED),
        revision(2, RevisionStatus.SUPERSEDED),
        revision(3, RevisionStatus.SUPERSEDED),
        revision(4, RevisionStatus.SUPERSEDED),
        revision(5, RevisionStatus.DEPLOYED));

    settle(5);

    assertEquals(List.of("3 superseded", "4 superseded", "5 deployed"), ports.store.statuses());
    assertEquals(
        List.of(
            "adopt objects of 5",
            "remove what [1] made and [3, 4, 5] have not",
            "delete 1",
            "delete 2"),
        ports.effects.seen());
    assertEquals(List.of(3, 4, 5), List.copyOf(ports.trust.of(PRIMARY).digests().keySet()));
  }

  @Test
  void keepsTheTargetOfARollbackBeyondTheLimit() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED),
        revision(2, RevisionStatus.DEPLOYED),
        revision(3, RevisionStatus.FAILED),
        revision(4, RevisionStatus.FAILED),
        revision(5, RevisionStatus.FAILED));

    completion(Ports.LIMIT).prune(ports.store.refresh(RELEASE), OWNERSHIP);

    assertEquals(List.of("1 superseded", "2 deployed", "5 failed"), ports.store.statuses());
  }

  @Test
  void keepsTheTargetOfARollbackWhileTheNewestRevisionIsOnTrial() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED),
        revision(2, RevisionStatus.FAILED),
        revision(3, RevisionStatus.FAILED),
        revision(4, RevisionStatus.FAILED),
        revision(5, RevisionStatus.DEPLOYED));

    settle(5, HistoryLimit.of(3, /* hasTrial= */ true));

    assertEquals(List.of("1 superseded", "4 failed", "5 deployed"), ports.store.statuses());
    assertEquals(List.of(1, 4, 5), ports.trusted());
  }

  @Test
  void deletesTheTargetThatTheNextRevisionReplaces() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED),
        revision(2, RevisionStatus.SUPERSEDED),
        revision(3, RevisionStatus.DEPLOYED));

    settle(3, HistoryLimit.of(1, /* hasTrial= */ true));

    assertEquals(List.of("2 superseded", "3 deployed"), ports.store.statuses());
  }

  @Test
  void stillTrustsARevisionThatAnotherClientKeptFromDeletion() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED),
        revision(2, RevisionStatus.SUPERSEDED),
        revision(3, RevisionStatus.SUPERSEDED),
        revision(4, RevisionStatus.SUPERSEDED),
        revision(5, RevisionStatus.DEPLOYED));
    ports.effects.before(
        "delete 1", () -> ports.store.mark(2, RevisionStatus.SUPERSEDED, "edited"));

    settle(5);

    assertEquals(
        List.of("2 superseded", "3 superseded", "4 superseded", "5 deployed"),
        ports.store.statuses());
    assertEquals(List.of(2, 3, 4, 5), ports.trusted());
  }

  @Test
  void continuesAnInterruptedPruningInTheNextPass() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED),
        revision(2, RevisionStatus.SUPERSEDED),
        revision(3, RevisionStatus.SUPERSEDED),
        revision(4, RevisionStatus.SUPERSEDED),
        revision(5, RevisionStatus.DEPLOYED));
    ports.effects.failAt("delete 2", unreachable());

    assertThrows(KubernetesClientException.class, () -> settle(5));
    assertEquals(List.of(2, 3, 4, 5), ports.trusted());

    settle(5);
    assertEquals(List.of("3 superseded", "4 superseded", "5 deployed"), ports.store.statuses());
  }

  private void settle(int current) {
    settle(current, Ports.LIMIT);
  }

  private void settle(int current, HistoryLimit limit) {
    completion(limit)
        .settle(
            ports.store.refresh(RELEASE),
            ports.store.get(current),
            key -> true,
            List.of(),
            OWNERSHIP);
  }

  private RevisionCompletion completion(HistoryLimit limit) {
    return new RevisionCompletion(ports.store, ports.trust, ports.objects, limit);
  }
}
