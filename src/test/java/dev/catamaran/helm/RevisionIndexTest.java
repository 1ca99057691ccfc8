package dev.catamaran.helm;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RevisionIndexTest {
  private final List<PrimaryIdentity> woken = new ArrayList<>();
  private final RevisionIndex index = new RevisionIndex(woken::add);

  private List<Integer> numbers() {
    return index.history(RELEASE).revisions().stream().map(Revision::number).toList();
  }

  @Test
  void knowsNothingOfAReleaseThatItNeverSaw() {
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
  void takesTheNewerStateOfARevision() {
    var pending = revision(1, PENDING_UPGRADE);
    index.added(Optional.of(pending));
    index.changed(Optional.of(pending), Optional.of(revision(1, DEPLOYED)));
    assertEquals(Optional.of(DEPLOYED), index.history(RELEASE).latest().map(Revision::status));
  }

  @Test
  void forgetsARevisionThatIsGone() {
    index.added(Optional.of(revision(1, FAILED)));
    index.added(Optional.of(revision(2, DEPLOYED)));
    index.removed(Optional.of(revision(1, FAILED)));
    assertEquals(List.of(2), numbers());
    index.removed(Optional.of(revision(2, DEPLOYED)));
    assertEquals(List.of(), numbers());
  }

  @Test
  void forgetsARevisionThatCannotBeReadAnyMore() {
    var readable = Optional.of(revision(1, DEPLOYED));
    index.added(readable);
    index.changed(readable, Optional.empty());
    assertEquals(List.of(), numbers());
    assertEquals(List.of(PRIMARY, PRIMARY), woken);
  }

  @Test
  void takesARevisionThatCanBeReadAgain() {
    index.added(Optional.empty());
    index.changed(Optional.empty(), Optional.of(revision(1, DEPLOYED)));
    assertEquals(List.of(1), numbers());
    assertEquals(List.of(PRIMARY), woken);
  }

  @Test
  void wakesThePrimaryWhenARevisionComesChangesOrGoes() {
    var pending = Optional.of(revision(1, PENDING_UPGRADE));
    var deployed = Optional.of(revision(1, DEPLOYED));
    index.added(pending);
    index.changed(pending, deployed);
    index.removed(deployed);
    assertEquals(List.of(PRIMARY, PRIMARY, PRIMARY), woken);
  }

  @Test
  void wakesNobodyWhenTheStatusStays() {
    var deployed = Optional.of(revision(1, DEPLOYED));
    index.changed(deployed, deployed);
    assertEquals(List.of(), woken);
  }

  @Test
  void wakesNobodyForAReleaseThatIsNobodys() {
    index.added(Optional.of(withoutOrigin(1, DEPLOYED)));
    assertEquals(List.of(), woken);
    assertEquals(List.of(1), numbers());
  }
}
