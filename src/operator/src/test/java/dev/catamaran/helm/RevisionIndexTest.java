package dev.catamaran.helm;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RevisionIndexTest {
  private final List<Revision> reported = new ArrayList<>();
  private final RevisionIndex index = new RevisionIndex(reported::add);

  private List<Integer> numbers() {
    return index.history(RELEASE).revisions().stream().map(Revision::number).toList();
  }

  @Test
  void hasNoRevisionsOfAnUnknownRelease() {
    assertEquals(List.of(), index.history(new ReleaseKey("shop", "other")).revisions());
  }

  @Test
  void keepsTheRevisionsOfARelease() {
    index.added(Optional.of(revision(10, DEPLOYED)));
    index.added(Optional.of(revision(9, FAILED)));
    assertEquals(List.of(9, 10), numbers());
    assertEquals(2, index.all().count());
  }

  @Test
  void keepsTheNewerStateOfARevision() {
    var pending = revision(1, PENDING_UPGRADE);
    index.added(Optional.of(pending));
    index.changed(Optional.of(pending), Optional.of(revision(1, DEPLOYED)));
    assertEquals(Optional.of(DEPLOYED), index.history(RELEASE).latest().map(Revision::status));
  }

  @Test
  void waitsForAnAwaitedRevision() throws Exception {
    var waiting = await(RevisionIndexTest::isDeployed);
    index.added(Optional.of(revision(1, PENDING_UPGRADE)));
    index.changed(Optional.of(revision(1, PENDING_UPGRADE)), Optional.of(revision(1, DEPLOYED)));
    assertTrue(waiting.get(1, TimeUnit.MINUTES));
  }

  @Test
  void waitsForADeletion() throws Exception {
    index.added(Optional.of(revision(1, DEPLOYED)));
    var waiting = await(history -> history.latest().isEmpty());
    index.removed(Optional.of(revision(1, DEPLOYED)));
    assertTrue(waiting.get(1, TimeUnit.MINUTES));
  }

  @Test
  void doesNotWaitForAKnownRevision() {
    index.added(Optional.of(revision(1, DEPLOYED)));
    assertTrue(index.await(RELEASE, RevisionIndexTest::isDeployed, Duration.ZERO));
  }

  @Test
  void givesUpWaiting() {
    index.added(Optional.of(revision(1, FAILED)));
    assertFalse(index.await(RELEASE, RevisionIndexTest::isDeployed, Duration.ofMillis(1)));
  }

  private CompletableFuture<Boolean> await(Predicate<History> isWritten) {
    return CompletableFuture.supplyAsync(
        () -> index.await(RELEASE, isWritten, Duration.ofMinutes(1)));
  }

  private static boolean isDeployed(History history) {
    return history.latest().filter(revision -> revision.status() == DEPLOYED).isPresent();
  }

  @Test
  void removesADeletedRevision() {
    index.added(Optional.of(revision(1, FAILED)));
    index.added(Optional.of(revision(2, DEPLOYED)));
    index.removed(Optional.of(revision(1, FAILED)));
    assertEquals(List.of(2), numbers());
    index.removed(Optional.of(revision(2, DEPLOYED)));
    assertEquals(List.of(), numbers());
  }

  @Test
  void removesARevisionThatBecameUnreadable() {
    var readable = Optional.of(revision(1, DEPLOYED));
    index.added(readable);
    index.changed(readable, Optional.empty());
    assertEquals(List.of(), numbers());
    assertEquals(List.of(readable.get(), readable.get()), reported);
  }

  @Test
  void addsARevisionThatBecameReadable() {
    index.added(Optional.empty());
    var readable = revision(1, DEPLOYED);
    index.changed(Optional.empty(), Optional.of(readable));
    assertEquals(List.of(1), numbers());
    assertEquals(List.of(readable), reported);
  }

  @Test
  void reportsAddedChangedAndRemovedRevisions() {
    var pending = Optional.of(revision(1, PENDING_UPGRADE));
    var deployed = Optional.of(revision(1, DEPLOYED));
    index.added(pending);
    index.changed(pending, deployed);
    index.removed(deployed);
    assertEquals(List.of(pending.get(), deployed.get(), deployed.get()), reported);
  }

  @Test
  void reportsNothingIfStatusAndContentAreUnchanged() {
    var deployed = Optional.of(revision(1, DEPLOYED));
    index.changed(deployed, deployed);
    assertEquals(List.of(), reported);
  }

  @Test
  void reportsAnotherContentWithTheSameStatus() {
    var forged = revision(1, DEPLOYED, PRIMARY, "other input");
    index.changed(Optional.of(revision(1, DEPLOYED)), Optional.of(forged));
    assertEquals(List.of(forged), reported);
  }

  @Test
  void findsTheReleasesOfAPrimary() {
    index.added(Optional.of(revision(1, FAILED)));
    index.added(Optional.of(withoutOrigin(2, DEPLOYED)));
    assertEquals(List.of(RELEASE), index.releasesOf(PRIMARY));
    index.removed(Optional.of(revision(1, FAILED)));
    assertEquals(List.of(), index.releasesOf(PRIMARY));
  }
}
