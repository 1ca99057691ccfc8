package dev.catamaran.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuspectsTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00.5Z");

  private Instant now = BEGIN;
  private final Suspects suspects = new Suspects(() -> now);

  @Test
  void runApartOnceAndAreRefusedForAWhileAfterThat() {
    suspects.suspect("ns/a");
    assertTrue(suspects.contains("ns/a"));
    assertEquals(Optional.empty(), suspects.refusedUntil("ns/a"));

    suspects.condemn("ns/a");
    assertEquals(Optional.of(Instant.parse("2026-01-01T00:10:00Z")), suspects.refusedUntil("ns/a"));

    now = BEGIN.plusSeconds(601);
    assertEquals(Optional.empty(), suspects.refusedUntil("ns/a"));
    assertTrue(suspects.contains("ns/a"), "it runs apart again");
    suspects.acquit("ns/a");
    assertFalse(suspects.contains("ns/a"));
  }

  /** Whoever made it may have made others, which would end the engine too. */
  @Test
  void takeAllOfTheirNamespaceApartUntilTheyAreAcquitted() {
    suspects.suspect("ns/a");

    assertTrue(suspects.contains("ns/b"));
    assertFalse(suspects.isHarmful("ns/b"));
    assertFalse(suspects.contains("other/b"));
    suspects.acquit("ns/a");
    assertFalse(suspects.contains("ns/b"));
  }

  /** Its primary may be gone, so that it never runs again. */
  @Test
  void areForgottenAfterAWhile() {
    suspects.suspect("ns/a");
    now = BEGIN.plusSeconds(601);

    assertFalse(suspects.contains("ns/b"));
    suspects.suspect("other/c");
    assertFalse(suspects.contains("ns/a"));
  }

  @Test
  void takeTheirNamespaceApartWithoutARefusalIfTheEngineIsOnlyOccupied() {
    suspects.distrust("ns/a");

    assertTrue(suspects.contains("ns/a"));
    assertTrue(suspects.isHarmful("ns/b"));
    assertEquals(Optional.empty(), suspects.refusedUntil("ns/a"));
    now = BEGIN.plusSeconds(601);
    assertFalse(suspects.contains("ns/a"));
  }

  @Test
  void takeAllOfTheirNamespaceApartForAWhileIfTheyAreTheCause() {
    suspects.condemn("ns/a");

    assertTrue(suspects.contains("ns/b"));
    assertEquals(Optional.empty(), suspects.refusedUntil("ns/b"));
    assertFalse(suspects.contains("ns-other/b"));
    suspects.acquit("ns/b");
    assertTrue(suspects.contains("ns/b"));
    now = BEGIN.plusSeconds(601);
    assertFalse(suspects.contains("ns/b"));
  }

  @Test
  void staySuspectedWhenTheEngineEndsForAnotherReason() {
    suspects.condemn("ns/a");
    suspects.suspect("ns/a");
    assertTrue(suspects.refusedUntil("ns/a").isPresent());
  }
}
