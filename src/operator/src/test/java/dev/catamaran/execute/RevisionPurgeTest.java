package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.OWNERSHIP;
import static dev.catamaran.release.MemoryReleaseStore.unreachable;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionPurgeTest {
  private final Ports ports = new Ports();
  private final RevisionPurge purge = ports.purge();

  @Test
  void changesNothingOfAHistoryOfItsOwn() {
    ports.with(revision(1, RevisionStatus.SUPERSEDED), revision(2, RevisionStatus.DEPLOYED));

    var cleared = purge.ofDistrusted(RELEASE, OWNERSHIP);

    assertEquals(2, cleared.newest());
    assertEquals(List.of(), ports.effects.seen());
    assertEquals(List.of(), ports.trust.removed(PRIMARY));
  }

  @Test
  void adoptsTheObjectsOfAForgedRevisionBeforeItsDeletion() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.forged(revision(2, RevisionStatus.DEPLOYED));
    ports.forged(revision(3, RevisionStatus.FAILED));

    var cleared = purge.ofDistrusted(RELEASE, OWNERSHIP);

    assertEquals(1, cleared.newest());
    assertEquals(
        List.of("adopt what 2 made", "delete 2", "adopt what 3 made", "delete 3"),
        ports.effects.seen());
    assertEquals(
        List.of("sh.helm.release.v1.cache.v2", "sh.helm.release.v1.cache.v3"),
        ports.trust.removed(PRIMARY));
  }

  /** Without an owner, its objects would stay for ever if the next attempt fails. */
  @Test
  void adoptsTheObjectsOfARevisionThatWasStoredSinceTheObservation() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.store.put(revision(2, RevisionStatus.DEPLOYED));

    purge.ofDistrusted(RELEASE, OWNERSHIP);

    assertEquals(List.of("adopt what 2 made", "delete 2"), ports.effects.seen());
  }

  @Test
  void leavesAForgedRevisionThatHelmDoesNotActOn() {
    ports.forged(revision(1, RevisionStatus.SUPERSEDED));
    ports.with(revision(2, RevisionStatus.DEPLOYED));

    var cleared = purge.ofDistrusted(RELEASE, OWNERSHIP);

    assertEquals(List.of(), cleared.revisions());
    assertEquals(List.of("1 superseded", "2 deployed"), ports.store.statuses());
  }

  @Test
  void deletesAnUnreadableRevision() {
    ports.with(revision(1, RevisionStatus.DEPLOYED), revision(2, RevisionStatus.DEPLOYED));
    ports.store.damage(2);

    var cleared = purge.ofUnreadable(RELEASE, OWNERSHIP);

    assertEquals(1, cleared.newest());
    assertEquals(List.of("delete 2"), ports.effects.seen());
  }

  @Test
  void keepsNoRevisionWhereAskedToDeleteAll() {
    ports.with(revision(1, RevisionStatus.SUPERSEDED), revision(2, RevisionStatus.DEPLOYED));

    var cleared = purge.ofAll(RELEASE, OWNERSHIP);

    assertEquals(0, cleared.newest());
    assertEquals(List.of(), ports.store.statuses());
    assertEquals(
        List.of("adopt what 1 made", "delete 1", "adopt what 2 made", "delete 2"),
        ports.effects.seen());
  }

  @Test
  void deletesNothingIfTheObjectsCannotBeAdopted() {
    ports.forged(revision(1, RevisionStatus.DEPLOYED));
    ports.effects.failAt("adopt what 1 made", unreachable());

    assertThrows(KubernetesClientException.class, () -> purge.ofDistrusted(RELEASE, OWNERSHIP));
    assertEquals(List.of("1 deployed"), ports.store.statuses());
  }

  @Test
  void endsAnInterruptedPurgeInTheNextPass() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.forged(revision(2, RevisionStatus.DEPLOYED));
    ports.forged(revision(3, RevisionStatus.DEPLOYED));
    ports.effects.failAt("delete 3", unreachable());

    assertThrows(KubernetesClientException.class, () -> purge.ofDistrusted(RELEASE, OWNERSHIP));
    assertEquals(List.of("1 deployed", "3 deployed"), ports.store.statuses());

    assertEquals(1, purge.ofDistrusted(RELEASE, OWNERSHIP).newest());
    assertEquals(List.of("1 deployed"), ports.store.statuses());
  }
}
