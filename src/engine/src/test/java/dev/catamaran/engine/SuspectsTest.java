package dev.catamaran.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.engine.EngineRequest.Subject;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuspectsTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00.5Z");

  private Instant now = BEGIN;
  private final Suspects suspects = new Suspects(() -> now);

  @Test
  void runApartOnceAndAreRefusedForAWhileAfterThat() {
    suspects.suspect(of("ns/a"));
    assertTrue(suspects.contains(of("ns/a")));
    assertEquals(Optional.empty(), suspects.refusedUntil(of("ns/a")));

    suspects.condemn(of("ns/a"));
    assertEquals(
        Optional.of(Instant.parse("2026-01-01T00:01:00Z")), suspects.refusedUntil(of("ns/a")));

    now = BEGIN.plusSeconds(61);
    assertEquals(Optional.empty(), suspects.refusedUntil(of("ns/a")));
    assertTrue(suspects.contains(of("ns/a")), "it runs apart again");
    suspects.condemn(of("ns/a"));
    assertEquals(
        Optional.of(Instant.parse("2026-01-01T00:03:01Z")), suspects.refusedUntil(of("ns/a")));
    for (int i = 0; i < 20; i++) {
      suspects.condemn(of("ns/a"));
    }
    assertEquals(
        Optional.of(Instant.parse("2026-01-01T00:11:01Z")), suspects.refusedUntil(of("ns/a")));

    now = BEGIN.plusSeconds(662);
    assertEquals(Optional.empty(), suspects.refusedUntil(of("ns/a")));
    assertTrue(suspects.contains(of("ns/a")), "it runs apart again");
    suspects.acquit(of("ns/a"));
    assertFalse(suspects.contains(of("ns/a")));
  }

  /** Whoever made it may have made others, which would end the engine too. */
  @Test
  void takeAllOfTheirNamespaceApartUntilTheyAreAcquitted() {
    suspects.suspect(of("ns/a"));

    assertTrue(suspects.contains(of("ns/b")));
    assertFalse(suspects.isHarmful(of("ns/b")));
    assertFalse(suspects.contains(of("other/b")));
    suspects.acquit(of("ns/a"));
    assertFalse(suspects.contains(of("ns/b")));
  }

  /** Its primary may be gone, so that it never runs again. */
  @Test
  void areForgottenAfterAWhile() {
    suspects.suspect(of("ns/a"));
    now = BEGIN.plusSeconds(601);

    assertFalse(suspects.contains(of("ns/b")));
    suspects.suspect(of("other/c"));
    assertFalse(suspects.contains(of("ns/a")));
  }

  @Test
  void takeTheirNamespaceApartWithoutARefusalIfTheEngineIsOnlyOccupied() {
    suspects.distrust(of("ns/a"));

    assertTrue(suspects.contains(of("ns/a")));
    assertTrue(suspects.isHarmful(of("ns/b")));
    assertEquals(Optional.empty(), suspects.refusedUntil(of("ns/a")));
    now = BEGIN.plusSeconds(601);
    assertFalse(suspects.contains(of("ns/a")));
  }

  @Test
  void takeAllOfTheirNamespaceApartForAWhileIfTheyAreTheCause() {
    suspects.condemn(of("ns/a"));

    assertTrue(suspects.contains(of("ns/b")));
    assertEquals(Optional.empty(), suspects.refusedUntil(of("ns/b")));
    assertFalse(suspects.contains(of("ns-other/b")));
    suspects.acquit(of("ns/b"));
    assertTrue(suspects.contains(of("ns/b")));
    now = BEGIN.plusSeconds(601);
    assertFalse(suspects.contains(of("ns/b")));
  }

  /** Its author has corrected it, or deletes it. */
  @Test
  void runApartAgainWithAnotherInput() {
    suspects.condemn(of("ns/a"));

    var corrected = new Subject("ns/a", "corrected");
    assertEquals(Optional.empty(), suspects.refusedUntil(corrected));
    assertTrue(suspects.contains(corrected));
    suspects.acquit(corrected);
    assertTrue(suspects.refusedUntil(of("ns/a")).isPresent(), "a rollback proves nothing");
    now = BEGIN.plusSeconds(601);
    assertFalse(suspects.contains(corrected));
    assertTrue(suspects.contains(of("ns/a")));
    suspects.suspect(corrected);
    assertTrue(suspects.contains(corrected));
  }

  /** The memory of releases is bounded. */
  @Test
  void takeTheirNamespacesApartIfThereAreTooMany() {
    IntStream.range(0, 1_000).forEach(i -> suspects.suspect(of("many/" + i)));
    suspects.suspect(of("ns/a"));

    assertTrue(suspects.isHarmful(of("ns/b")));
  }

  private static Subject of(String release) {
    return new Subject(release, "input");
  }

  @Test
  void staySuspectedWhenTheEngineEndsForAnotherReason() {
    suspects.condemn(of("ns/a"));
    suspects.suspect(of("ns/a"));
    assertTrue(suspects.refusedUntil(of("ns/a")).isPresent());
  }
}
