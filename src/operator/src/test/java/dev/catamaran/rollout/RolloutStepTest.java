package dev.catamaran.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.rollout.Member.Trouble;
import dev.catamaran.rollout.RolloutState.Binding;
import dev.catamaran.rollout.RolloutState.Changing;
import dev.catamaran.rollout.RolloutState.Failure;
import dev.catamaran.rollout.RolloutState.Other;
import dev.catamaran.rollout.RolloutState.Phase;
import dev.catamaran.rollout.RolloutStep.Asked;
import dev.catamaran.watch.RolloutPolicy;
import dev.catamaran.watch.RolloutPolicy.Approval;
import dev.catamaran.watch.RolloutPolicy.OnFailure;
import dev.catamaran.watch.RolloutPolicy.Wave;
import dev.catamaran.watch.RolloutPolicy.Window;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each answer of {@link RolloutStep}, and whole rollouts of a fleet that answers at random. */
class RolloutStepTest {
  private static final Instant START = Instant.parse("2026-03-04T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final JsonMapper JSON = new JsonMapper();
  private static final Asked NOTHING = new Asked(false, 0, 0, false, "");
  private static final List<Wave> WAVES =
      List.of(new Wave.Count(1), new Wave.Share(25), new Wave.Share(100));

  private static RolloutPolicy policy(
      List<Wave> waves, OnFailure onFailure, Approval approval, Window... windows) {
    return new RolloutPolicy(
        waves,
        Optional.empty(),
        3,
        Duration.ofSeconds(10),
        1,
        onFailure,
        approval,
        List.of(windows));
  }

  static final RolloutPolicy HALTS = policy(WAVES, OnFailure.HALT, Approval.NONE);

  private static Member member(String name, String edition, boolean isReady, String failing) {
    return member(name, OptionalInt.empty(), false, edition, isReady, failing, "");
  }

  private static Member member(
      String name,
      OptionalInt labelled,
      boolean keepsEdition,
      String edition,
      boolean isReady,
      String failing,
      String other) {
    return new Member(
        name,
        "",
        labelled,
        Instant.EPOCH,
        keepsEdition,
        edition,
        edition,
        keepsEdition ? Instant.EPOCH : START,
        isReady,
        Instant.EPOCH,
        new Trouble(
            failing,
            /* isHindered= */ false,
            /* isRefused= */ false,
            failing.isEmpty() ? "" : "UpgradeError",
            failing.isEmpty() ? "" : "it fails"),
        other);
  }

  /** Eight primaries with the edition before. */
  private static List<Member> fleet() {
    var fleet = new ArrayList<Member>();
    for (int index = 1; index <= 8; index++) {
      fleet.add(member("a/" + index, "old", true, ""));
    }
    return fleet;
  }

  private static RolloutState begun(RolloutPolicy policy, List<Member> fleet) {
    return RolloutState.begin(policy, "old", "new", fleet, START);
  }

  private static RolloutState next(
      RolloutPolicy policy, RolloutState state, Asked asked, List<Member> fleet, int second) {
    return new RolloutStep(policy, PATIENCE, Instant.EPOCH)
        .next(state, asked, fleet, START.plusSeconds(second));
  }

  private static List<String> names(RolloutState state) {
    return state.changing().stream().map(Changing::name).toList();
  }

  @Test
  void waitsUntilAPrimaryWasReadyLongEnough() {
    var first = next(HALTS, begun(HALTS, fleet()), NOTHING, fleet(), 0);
    var fleet = fleet();
    fleet.set(0, member("a/1", "new", true, ""));
    var early = next(HALTS, first, NOTHING, fleet, 9);
    assertEquals(List.of("a/1"), names(early));
    var later = next(HALTS, early, NOTHING, fleet, 10);
    assertEquals(2, later.wave());
    // A quarter of eight are two, with the one of the first wave.
    assertEquals(List.of("a/2"), names(later));
    assertEquals(1, later.done());
  }

  @Test
  void haltsWhenOneFailsThatWasReady() {
    var first = next(HALTS, begun(HALTS, fleet()), NOTHING, fleet(), 0);
    var fleet = fleet();
    fleet.set(0, member("a/1", "old", false, "new"));
    var halted = next(HALTS, first, NOTHING, fleet, 5);
    assertEquals(Phase.HALTED, halted.phase());
    assertTrue(halted.message().contains("a/1"), halted.message());
    assertEquals(halted, next(HALTS, halted, NOTHING, fleet, 600));
    // A person allows more.
    var on = next(HALTS, halted, new Asked(false, 0, 2, false, ""), fleet, 601);
    assertEquals(Phase.PROGRESSING, on.phase());
    assertEquals(List.of("a/2"), names(on));
  }

  @Test
  void staysHaltedWhenAPersonRollsTheFailedOneBackOrDeletesIt() {
    var fleet = fleet();
    fleet.set(0, member("a/1", "old", false, "new"));
    var first = next(HALTS, begun(HALTS, fleet()), NOTHING, fleet(), 0);
    var halted = next(HALTS, first, NOTHING, fleet, 5);

    fleet.set(0, member("a/1", OptionalInt.empty(), true, "old", true, "", ""));
    var afterRollback = next(HALTS, halted, NOTHING, fleet, 6);
    assertEquals(Phase.HALTED, afterRollback.phase());
    fleet.remove(0);
    assertEquals(Phase.HALTED, next(HALTS, afterRollback, NOTHING, fleet, 7).phase());
  }

  @Test
  void goesOnWhenOneFailsThatWasNotReadyBefore() {
    var fleet = fleet();
    fleet.set(0, member("a/1", "old", false, ""));
    var first = next(HALTS, begun(HALTS, fleet), NOTHING, fleet, 0);
    assertEquals(List.of("a/1"), names(first));
    var on = next(HALTS, first, NOTHING, fleet, 301);
    assertEquals(List.of("a/2"), names(on));
    assertEquals(Phase.PROGRESSING, on.phase());
  }

  @Test
  void takesOneThatDoesNotBecomeReadyInTimeForFailed() {
    var first = next(HALTS, begun(HALTS, fleet()), NOTHING, fleet(), 0);
    var fleet = fleet();
    fleet.set(0, member("a/1", "new", false, ""));
    assertEquals(Phase.PROGRESSING, next(HALTS, first, NOTHING, fleet, 300).phase());
    assertEquals(Phase.HALTED, next(HALTS, first, NOTHING, fleet, 301).phase());
  }

  @Test
  void returnsThoseThatWereChanged() {
    var returns = policy(WAVES, OnFailure.RETURN, Approval.NONE);
    var first = next(returns, begun(returns, fleet()), NOTHING, fleet(), 0);
    var fleet = fleet();
    fleet.set(0, member("a/1", "new", false, "new"));
    var returning = next(returns, first, NOTHING, fleet, 5);
    assertEquals(Phase.RETURNING, returning.phase());
    assertEquals(List.of("a/1"), names(next(returns, returning, NOTHING, fleet, 6)));
    var returned = next(returns, returning, NOTHING, fleet(), 6);
    assertEquals(Phase.RETURNED, returned.phase());
    assertEquals(returned, next(returns, returned, NOTHING, fleet(), 600));
  }

  @Test
  void returnsWhenAPersonUndoesIt() {
    var first = next(HALTS, begun(HALTS, fleet()), NOTHING, fleet(), 0);
    var fleet = fleet();
    fleet.set(0, member("a/1", "new", true, ""));
    assertEquals(
        Phase.RETURNING, next(HALTS, first, new Asked(false, 0, 0, true, ""), fleet, 5).phase());
  }

  /** One fails, one has no earlier revision, and one had the edition before. */
  @Test
  void saysForWhomAReturnWaitsAndEnds() {
    var undo = new Asked(false, 0, 0, true, "");
    var fleet = fleet();
    fleet.set(0, member("a/1", "new", false, "new"));
    fleet.set(1, member("a/2", "new", true, ""));
    fleet.set(2, member("a/3", OptionalInt.empty(), true, "new", true, "", ""));
    var returning = next(HALTS, begun(HALTS, fleet), undo, fleet, 0);
    returning = next(HALTS, returning, undo, fleet, 1);
    assertEquals(Phase.RETURNING, returning.phase());
    var still = "it has the edition still; without a revision from before, it cannot go back";
    assertEquals(
        "undone by a person; waits for a/1 (it fails), a/2 (%s)".formatted(still),
        returning.message());
    assertEquals(2, returning.done());
    assertEquals(returning, next(HALTS, returning, undo, fleet, 301));

    var failed = next(HALTS, returning, undo, fleet, 302);
    assertEquals(Phase.FAILED, failed.phase());
    assertTrue(failed.message().contains("not back: a/1 (it fails), a/2"), failed.message());
    assertEquals(
        List.of(
            new Failure("a/1", 0, false, "UpgradeError", "it fails"),
            new Failure("a/2", 0, false, "NotInTime", still)),
        failed.failed());
    assertEquals(failed, next(HALTS, failed, undo, fleet, 1000));

    fleet.set(0, member("a/1", "old", true, ""));
    fleet.set(1, member("a/2", "old", true, ""));
    assertEquals(Phase.RETURNED, next(HALTS, failed, undo, fleet, 1001).phase());
  }

  /** Whoever waits for a condition hears of each end. */
  @ParameterizedTest
  @CsvSource({
    "PROGRESSING, False False False",
    "HALTED, False False True",
    "RETURNING, False False False",
    "RETURNED, False True False",
    "FAILED, False True True",
    "COMPLETED, True True False",
    "SUPERSEDED, False True False",
  })
  void hasConditions(Phase phase, String statuses) {
    var written = written(begun(HALTS, fleet()).in(phase, "why")).path("conditions");
    var found = new ArrayList<String>();
    written.forEach(condition -> found.add(condition.path("status").asText()));
    assertEquals(statuses, String.join(" ", found));
    assertEquals("Ended", written.path(1).path("type").asText());
    assertEquals(phase.word(), written.path(1).path("reason").asText());
    assertEquals("why", written.path(1).path("message").asText());
    // With one, kubectl wait waits until the operator has written after each change of the spec.
    assertTrue(written.path(1).path("observedGeneration").isMissingNode());
  }

  static JsonNode written(RolloutState state) {
    return RolloutStatus.write(state, /* isClosed= */ false, JSON.createArrayNode(), START);
  }

  @Test
  void changesNoneWhilePaused() {
    var paused = next(HALTS, begun(HALTS, fleet()), new Asked(true, 0, 0, false, ""), fleet(), 0);
    assertEquals(Phase.PAUSED, paused.phase());
    assertEquals(List.of(), names(paused));
    assertEquals(List.of("a/1"), names(next(HALTS, paused, NOTHING, fleet(), 1)));
  }

  @Test
  void waitsForApprovals() {
    var each = policy(WAVES, OnFailure.HALT, Approval.EACH);
    var waiting = next(each, begun(each, fleet()), NOTHING, fleet(), 0);
    assertEquals(Phase.WAITING, waiting.phase());
    var approved = new Asked(false, 1, 0, false, "");
    var first = next(each, waiting, approved, fleet(), 1);
    assertEquals(List.of("a/1"), names(first));
    var fleet = fleet();
    fleet.set(0, member("a/1", "new", true, ""));
    var second = next(each, first, approved, fleet, 30);
    assertEquals(Phase.WAITING, second.phase());
    assertEquals(2, second.wave());
    assertEquals(List.of(), names(second));
  }

  private static RolloutPolicy atNight() {
    var night =
        new Window(
            ZoneId.of("Europe/Zurich"),
            Set.of(DayOfWeek.WEDNESDAY),
            LocalTime.of(22, 0),
            LocalTime.of(4, 0));
    return policy(WAVES, OnFailure.HALT, Approval.NONE, night);
  }

  @Test
  void waitsForTheWindow() {
    var policy = atNight();
    var waiting = next(policy, begun(policy, fleet()), NOTHING, fleet(), 0);
    assertEquals(Phase.WAITING, waiting.phase());
    assertTrue(waiting.message().contains("2026-03-04T21:00:00Z"), waiting.message());
    assertEquals(List.of("a/1"), names(next(policy, waiting, NOTHING, fleet(), 9 * 3600)));
    // The window of Wednesday is open until Thursday at four.
    assertEquals(List.of("a/1"), names(next(policy, waiting, NOTHING, fleet(), 14 * 3600)));
    assertEquals(List.of(), names(next(policy, waiting, NOTHING, fleet(), 16 * 3600)));
  }

  @Test
  void beginsNoChangeAfterTheWindow() {
    var policy = atNight();
    int end = 15 * 3600;
    var open = next(policy, begun(policy, fleet()), NOTHING, fleet(), end - 60);
    var closed = next(policy, open, NOTHING, fleet(), end);
    assertEquals(List.of(), names(closed));
    assertEquals(List.of(), closed.failed());

    var fleet = fleet();
    fleet.set(0, member("a/1", "new", false, ""));
    assertEquals(List.of("a/1"), names(next(policy, open, NOTHING, fleet, end)));
  }

  /** The operator did not run for hours. */
  @Test
  void givesPrimariesTimeAfterAStart() {
    var first = next(HALTS, begun(HALTS, fleet()), NOTHING, fleet(), 0);
    var step = new RolloutStep(HALTS, PATIENCE, START.plusSeconds(7200));
    var fleet = fleet();
    fleet.set(0, member("a/1", "new", false, ""));
    var soon = step.next(first, NOTHING, fleet, START.plusSeconds(7201));
    assertEquals(first, soon);
    var later = step.next(first, NOTHING, fleet, START.plusSeconds(7501));
    assertEquals(Phase.HALTED, later.phase());
  }

  @Test
  void leavesOutThoseThatKeepTheirEdition() {
    var fleet = fleet();
    fleet.set(0, member("a/1", OptionalInt.empty(), true, "old", true, "", ""));
    assertEquals(List.of("a/2"), names(next(HALTS, begun(HALTS, fleet), NOTHING, fleet, 0)));
  }

  @Test
  void takesTheLabelledFirst() {
    var waves = List.<Wave>of(new Wave.Labelled("tier", "canary"), new Wave.Share(100));
    var policy = policy(waves, OnFailure.HALT, Approval.NONE);
    var fleet = fleet();
    fleet.set(6, member("a/7", OptionalInt.of(0), false, "old", true, "", ""));
    assertEquals(List.of("a/7"), names(next(policy, begun(policy, fleet), NOTHING, fleet, 0)));
  }

  private static Member other(String name) {
    return member(name, OptionalInt.empty(), false, "old", true, "", "shape: 1 → 2");
  }

  private static Asked planned(String digest) {
    return new Asked(false, 0, 0, false, digest);
  }

  @Test
  void waitsWhileTheApprovedPlanIsNotThePresentOne() {
    var begun = begun(HALTS, fleet()).planned(new Binding("present", "", 0, List.of()));
    var waiting = next(HALTS, begun, planned("another"), fleet(), 0);
    assertEquals(Phase.WAITING, waiting.phase());
    assertEquals(List.of(), names(waiting));
    assertTrue(waiting.message().contains("approve present"), waiting.message());
    var bound = waiting.planned(waiting.plan().approving("present"));
    assertEquals(List.of("a/1"), names(next(HALTS, bound, planned("present"), fleet(), 1)));
  }

  @Test
  void leavesOutThoseWhoseChangeIsAnotherThanPlanned() {
    var begun = begun(HALTS, fleet());
    var first = next(HALTS, begun, NOTHING, fleet(), 0);
    assertEquals(List.of("a/1"), names(first));
    // At its turn, its change is another: it is neither changed nor failed.
    var fleet = fleet();
    fleet.set(0, other("a/1"));
    fleet.set(2, other("a/3"));
    var on = next(HALTS, first, NOTHING, fleet, 1);
    assertEquals(2, on.wave());
    assertEquals(List.of("a/2"), names(on));
    assertEquals(List.of(), on.failed());
    assertEquals(2, on.plan().others());
    assertEquals(new Other("a/1", "shape: 1 → 2"), on.plan().shown().getFirst());
    // The others reach the end, and these are waited for.
    for (int index = 0; index < fleet.size(); index++) {
      if (index != 0 && index != 2) {
        fleet.set(index, member("a/" + (index + 1), "new", true, ""));
      }
    }
    var end = next(HALTS, on, NOTHING, fleet, 60);
    assertEquals(Phase.WAITING, end.phase());
    assertTrue(end.message().contains("2 of 8"), end.message());
    fleet.set(0, member("a/1", "old", true, ""));
    fleet.set(2, member("a/3", "old", true, ""));
    assertEquals(List.of("a/1", "a/3"), names(next(HALTS, end, NOTHING, fleet, 61)));
  }

  @Test
  void showsTheFirstOfThoseWhoWait() throws Exception {
    var fleet = new ArrayList<Member>();
    for (int index = 100; index < 400; index++) {
      fleet.add(other("a/" + index));
    }
    var state = next(HALTS, begun(HALTS, fleet), NOTHING, fleet, 0);
    assertEquals(300, state.plan().others());
    assertEquals(20, state.plan().shown().size());
    var json = JSON.readTree(written(state).toString());
    assertEquals(state, RolloutStatus.read("old", "new", json, Instant.EPOCH));
  }

  /**
   * A fleet in which some fail, some are slow, and the operator forgets everything but the stored
   * state at random: each ends with the new edition, or none beyond the wave of the failure has it.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void changesNoneBeyondTheWaveOfAFailure(long seed) throws Exception {
    var random = new Random(seed);
    var bad = random.nextInt(60);
    var live = new TreeMap<String, Member>();
    for (int index = 0; index < 40; index++) {
      var name = "ns/%02d".formatted(index);
      live.put(name, member(name, "old", true, ""));
    }
    var state = begun(HALTS, List.copyOf(live.values()));
    for (int second = 1; second < 5_000 && !state.isOver(); second++) {
      var assignment = new Assignment("old", /* isMixed= */ false, Optional.of(state));
      for (var member : List.copyOf(live.values())) {
        var edition = assignment.of(member.name(), "new", member.stored(), /* isHeld= */ false);
        if (!edition.equals(member.edition()) && random.nextInt(4) == 0) {
          boolean fails = member.name().equals("ns/%02d".formatted(bad));
          live.put(member.name(), member(member.name(), edition, !fails, fails ? "new" : ""));
        }
      }
      state = next(HALTS, state, NOTHING, List.copyOf(live.values()), second);
      var stored = JSON.readTree(written(state).toString());
      assertEquals(state, RolloutStatus.read("old", "new", stored, Instant.EPOCH));
      assertTrue(state.changing().size() <= 3);
    }
    var end = state;
    var changed = live.values().stream().filter(m -> m.edition().equals("new")).toList();
    if (bad >= 40) {
      assertEquals(Phase.COMPLETED, end.phase(), () -> "seed " + seed + ": " + end);
      assertEquals(40, changed.size());
    } else {
      assertEquals(Phase.HALTED, end.phase(), () -> "seed " + seed + ": " + end);
      assertTrue(changed.stream().allMatch(end::reaches), () -> end + " " + changed);
    }
  }
}
