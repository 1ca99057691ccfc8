package dev.catamaran.release;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.Revisions.INPUT;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.forged;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.Revision.Seal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TrustedTest {
  private static final Revision FIRST = revision(1, DEPLOYED);
  private static final Revision SECOND = revision(2, DEPLOYED);

  @Test
  void coversARevisionWithTheReportedDigest() {
    var trusted = Trusted.nothing().with(FIRST);
    assertTrue(trusted.covers(FIRST, PRIMARY));
    assertTrue(trusted.covers(revision(1, FAILED), PRIMARY), "the same revision, another status");
    assertFalse(trusted.covers(SECOND, PRIMARY));
    assertFalse(digests(Map.of(1, "digest of another")).covers(FIRST, PRIMARY));
    assertFalse(Trusted.nothing().covers(FIRST, PRIMARY));
  }

  @Test
  void coversTheRevisionOfAnInterruptedAttempt() {
    var attempt = Trusted.nothing().with(FIRST).attempting(INPUT);
    assertTrue(attempt.covers(SECOND, PRIMARY));
    assertFalse(attempt.attempting("other-input").covers(SECOND, PRIMARY));
    assertFalse(attempt.covers(withoutOrigin(2, DEPLOYED), PRIMARY));

    var copy = attempt.with(SECOND).attempting(Trusted.copyOf(1));
    assertTrue(copy.covers(literal(3, DEPLOYED, 1, ""), PRIMARY), "of an adopted revision");
    assertFalse(copy.covers(literal(3, DEPLOYED, 2, INPUT), PRIMARY), "of another revision");
    assertFalse(copy.covers(revision(3, DEPLOYED), PRIMARY), "of none");

    var newer = digests(Map.of(3, "digest 3"));
    assertFalse(newer.attempting(INPUT).covers(SECOND, PRIMARY));
    assertFalse(
        newer.attempting(Trusted.copyOf(1)).covers(literal(2, DEPLOYED, 1, INPUT), PRIMARY));
    for (var revision : List.of(SECOND, literal(2, DEPLOYED, 1, INPUT))) {
      assertFalse(attempt.attempting("").covers(revision, PRIMARY), "no attempt");
    }
  }

  /** A tenant may read the input of an attempt in the status, and the signature in a Secret. */
  @Test
  void coversOnlyTheSignedRevisionOfASignedAttempt() {
    var key = AttemptKey.generate();
    var attempt = Trusted.nothing().with(FIRST).attempting(key.signed(INPUT));
    var signature = Seals.by(key, "content").signature();
    assertTrue(attempt.covers(sealed("content", signature), PRIMARY));
    assertFalse(attempt.covers(sealed("other content", signature), PRIMARY));
    assertFalse(attempt.covers(sealed("content", ""), PRIMARY));
    assertFalse(attempt.covers(sealed("content", "no signature"), PRIMARY));
    assertFalse(attempt.covers(SECOND, PRIMARY), "without a seal");
    assertFalse(
        attempt.covers(
            Revisions.sealed(SECOND, Seals.by(AttemptKey.generate(), "content")), PRIMARY));
    assertFalse(
        attempt
            .attempting(key.signed("other-input"))
            .covers(sealed("content", signature), PRIMARY));
    assertFalse(
        attempt
            .attempting(Trusted.signedBy("no key", INPUT))
            .covers(sealed("content", signature), PRIMARY));
    var copy = attempt.attempting(key.signed(Trusted.copyOf(1)));
    assertFalse(copy.covers(literal(2, DEPLOYED, 1, INPUT), PRIMARY), "a copy without a seal");
  }

  private static Revision sealed(String content, String signature) {
    return Revisions.sealed(SECOND, new Seal(content, signature));
  }

  /** Nobody else can foresee the content, so it may replace what the status names. */
  @Test
  void coversTheAnnouncedEditOfARevision() {
    var known = digests(Map.of(1, "before", 2, SECOND.digest()));
    assertFalse(known.covers(FIRST, PRIMARY));
    var editing = known.attempting(Trusted.editOf(FIRST));
    assertTrue(editing.covers(FIRST, PRIMARY));
    assertTrue(editing.covers(SECOND, PRIMARY));
    assertFalse(editing.covers(forged(FIRST), PRIMARY), "with other content");
    assertFalse(known.attempting(Trusted.editOf(SECOND)).covers(FIRST, PRIMARY));
    assertFalse(editing.attempting("").covers(FIRST, PRIMARY));
  }

  @Test
  void coversRevisionsOfAnOlderOperatorWithoutDigests() {
    var earlier = new Trusted(new TreeMap<>(), "", 1, "");
    assertTrue(earlier.covers(FIRST, PRIMARY));
    assertTrue(earlier.covers(SECOND, PRIMARY), "the revision after the reported one");
    assertFalse(earlier.covers(revision(3, DEPLOYED), PRIMARY));
    assertFalse(earlier.with(FIRST).covers(SECOND, PRIMARY), "after the report of a digest");
  }

  @Test
  void coversARevisionWithTheManifestOfAGoOperator() {
    var made = withoutOrigin(1, DEPLOYED);
    assertTrue(new Trusted(new TreeMap<>(), "", 0, made.manifest().digest()).covers(made, PRIMARY));
    assertFalse(
        new Trusted(new TreeMap<>(), "", 0, Manifest.digestOf("kind: Pod")).covers(made, PRIMARY));
    assertFalse(Trusted.nothing().covers(made, PRIMARY));
  }

  @Test
  void keepsTheNewestDigestsAndThatOfTheRunningRevision() {
    assertEquals(
        Map.of(2, SECOND.digest()), Trusted.nothing().with(FIRST).with(SECOND).newest(1).digests());
    var many = Trusted.nothing().with(FIRST);
    for (int number = 2; number < 20; number++) {
      many = many.with(revision(number, FAILED)).newest(2).without(number);
    }
    assertEquals(Map.of(1, FIRST.digest()), many.digests());
  }

  private static Trusted digests(Map<Integer, String> digests) {
    return new Trusted(new TreeMap<>(digests), "", 0, "");
  }
}
