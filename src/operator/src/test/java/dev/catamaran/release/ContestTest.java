package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Contest.Repair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContestTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final ObjectKey WEB = new ObjectKey("apps/v1", "Deployment", "shop", "web");

  private static Repair repair(String rival, String... fields) {
    return new Repair(
        WEB, new TreeSet<>(List.of(fields)), Optional.of(rival).filter(r -> !r.isEmpty()));
  }

  /** A contest after {@code times} repairs, each undone at once. */
  private static Contest undone(int times) {
    var contest = Contest.first(repair("", "/spec/replicas"), NOW);
    for (int i = 0; i < times; i++) {
      contest = contest.after(repair("", "/spec/replicas"), contest.heldUntil());
    }
    return contest;
  }

  @ParameterizedTest
  @CsvSource({
    "0, false, PT0S",
    "2, false, PT0S",
    "3, true, PT2S",
    "4, true, PT4S",
    "10, true, PT4M16S",
    "11, true, PT4M16S",
    "99, true, PT4M16S"
  })
  void holdsTheNextRepairLongerEachTime(int undone, boolean serious, Duration delay) {
    var contest = undone(undone);
    assertEquals(undone, contest.undone());
    assertEquals(serious, contest.isSerious());
    assertEquals(contest.repairedAt().plus(delay), contest.heldUntil());
  }

  @Test
  void isOverWhenARepairHasLasted() {
    var contest = undone(4);
    assertFalse(contest.isOver(contest.heldUntil()));
    assertTrue(contest.isOver(contest.overAt()));
    var later = contest.after(repair("", "/spec/paused"), contest.overAt());
    assertEquals(0, later.undone());
    assertEquals(List.of("/spec/paused"), List.copyOf(later.fields()));
  }

  @Test
  void namesObjectFieldsAndRival() {
    var known = undone(3).after(repair("scaler", "/spec/paused"), undone(3).heldUntil());
    assertEquals(
        "Deployment/web: /spec/paused, /spec/replicas changed again and again, by scaler",
        known.toString());
    assertEquals(
        "Deployment/web: /spec/replicas changed again and again, by whom is not known",
        undone(3).toString());
    assertEquals(
        "Deployment/web: /metadata/labels/catamaran.dev~1operator changed again and again, by team-b, another"
            + " operator of the same custom resources; let only one of them watch these",
        Contest.first(repair("team-b", "/metadata/labels/catamaran.dev~1operator"), NOW)
            .toString());
    assertEquals(
        "Deployment/web: gone again and again, by whom is not known",
        Contest.first(repair(""), NOW).toString());
  }
}
