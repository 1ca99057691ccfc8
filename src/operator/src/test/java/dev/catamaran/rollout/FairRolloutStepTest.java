package dev.catamaran.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.rollout.Member.Trouble;
import dev.catamaran.rollout.RolloutState.Changing;
import dev.catamaran.rollout.RolloutState.Failure;
import dev.catamaran.rollout.RolloutState.Phase;
import dev.catamaran.rollout.RolloutStep.Asked;
import dev.catamaran.watch.RolloutPolicy;
import dev.catamaran.watch.RolloutPolicy.Approval;
import dev.catamaran.watch.RolloutPolicy.OnFailure;
import dev.catamaran.watch.RolloutPolicy.Wave;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one tenant can do to the rollout of the others. */
class FairRolloutStepTest {
  private static final Instant START = Instant.parse("2026-03-04T12:00:00Z");
  private static final Asked NOTHING = new Asked(false, 0, 0, false, "");
  private static final Trouble QUOTA = trouble("new", true, false, "exceeded quota: tiny");
  private static final Trouble UNREADY = trouble("", true, false, "0 of 1 pods");
  private static final Trouble REFUSED = trouble("", true, true, "invalid");
  private static final Trouble FAILING = trouble("new", false, false, "no");
  private static final Trouble NONE = trouble("", true, false, "");
  private static final int LATE = 301;

  /** What the primaries are like, by their names. */
  private final Map<String, Member> fleet = new TreeMap<>();

  private RolloutPolicy policy = policy(1, new Wave.Count(1), new Wave.Share(100));
  private RolloutState state;

  private static RolloutPolicy policy(int failures, Wave... waves) {
    return new RolloutPolicy(
        List.of(waves),
        Optional.empty(),
        3,
        Duration.ofSeconds(10),
        failures,
        OnFailure.HALT,
        Approval.NONE,
        List.of());
  }

  private static Member member(
      String name, String edition, String stored, boolean isReady, Trouble trouble) {
    return new Member(
        name,
        "",
        OptionalInt.empty(),
        Instant.EPOCH,
        /* keepsEdition= */ false,
        edition,
        stored,
        START,
        isReady,
        Instant.EPOCH,
        trouble,
        "");
  }

  private static Trouble trouble(
      String edition, boolean isHindered, boolean isRefused, String why) {
    return new Trouble(edition, isHindered, isRefused, "UpgradeError", why);
  }

  private void begin(String... names) {
    Stream.of(names).forEach(name -> fleet.put(name, member(name, "old", "old", true, NONE)));
    state = RolloutState.begin(policy, "old", "new", members(), START);
    step(0);
  }

  private List<Member> members() {
    return List.copyOf(fleet.values());
  }

  private void step(int second) {
    step(second, NOTHING);
  }

  private void step(int second, Asked asked) {
    state =
        new RolloutStep(policy, Duration.ofMinutes(5), Instant.EPOCH)
            .next(state, asked, members(), START.plusSeconds(second));
  }

  private void becomes(String name, Trouble trouble) {
    boolean isStored = trouble == UNREADY || trouble == FAILING;
    fleet.put(name, member(name, "old", isStored ? "new" : "old", false, trouble));
  }

  private void succeeds(String name) {
    fleet.put(name, member(name, "new", "new", true, NONE));
  }

  private List<String> changing() {
    return state.changing().stream().map(Changing::name).toList();
  }

  private List<String> lost() {
    return state.failed().stream().map(Failure::name).toList();
  }

  @Test
  void letsAnotherTakeThePlaceOfOneThatAQuotaHinders() {
    begin("a/x", "b/x", "c/x");
    assertEquals(List.of("a/x"), changing());
    becomes("a/x", QUOTA);
    step(1);
    assertEquals(
        List.of(new Failure("a/x", 1, /* counts= */ false, "UpgradeError", "exceeded quota: tiny")),
        state.failed());
    assertEquals(List.of("b/x"), changing());
    assertEquals(1, state.wave());
    assertTrue(
        state.message().contains("without success: a/x (exceeded quota: tiny)"), state.message());
    succeeds("b/x");
    step(12);
    assertEquals(2, state.wave());
    succeeds("c/x");
    step(30);
    assertEquals(Phase.COMPLETED, state.phase());
    assertTrue(
        state.message().contains("without success: a/x (exceeded quota: tiny)"), state.message());
  }

  @Test
  void goesOnWithOneWhoseObstacleIsGone() {
    begin("a/x", "b/x");
    becomes("a/x", QUOTA);
    step(1);
    succeeds("a/x");
    step(2);
    assertEquals(List.of(), lost());
    assertEquals(1, state.done());
    assertTrue(state.hasBegun("b/x"), "what began is not undone");
  }

  /** Where three have no place in a row, the edition needs what tenants do not have. */
  @Test
  void stopsWhereOneAfterTheOtherIsHindered() {
    begin("a/x", "b/x", "c/x", "d/x", "e/x", "f/x");
    for (var name : List.of("a/x", "b/x", "c/x", "d/x")) {
      becomes(name, QUOTA);
      step(1);
    }
    assertEquals(List.of("a/x", "b/x", "c/x", "d/x"), lost());
    assertEquals(List.of(), changing());
    assertEquals(Phase.WAITING, state.phase());
    assertTrue(state.message().contains("0 of 0 namespaces are Ready"), state.message());
    succeeds("b/x");
    step(2);
    assertEquals(2, state.wave(), "one is Ready");
    assertEquals(List.of("e/x", "f/x"), changing());
  }

  /** What a change comes to, and whether it ends the rollout of the others. */
  @ParameterizedTest
  @CsvSource({
    // trouble, ready before, after its time, halted, lost
    "quota, true, false, false, true",
    "quota, true, true, false, true",
    "failing, true, false, true, true",
    "failing, false, false, false, true",
    "unready, true, false, false, false",
    "unready, true, true, true, true",
    "unready, false, true, false, true",
    "refused, true, true, true, true",
    "refused, false, true, false, true",
    // Nothing was tried: it waits for a primary that it depends on.
    "none, true, false, false, false",
    "none, true, true, false, true",
  })
  void blamesTheEditionForWhatItCauses(
      String what, boolean wasReady, boolean isLate, boolean halts, boolean loses) {
    if (!wasReady) {
      policy = policy(1, new Wave.Share(100));
      fleet.put("a/x", member("a/x", "old", "old", false, UNREADY));
      state = RolloutState.begin(policy, "old", "new", members(), START);
      step(0);
    } else {
      begin("a/x", "b/x");
    }
    becomes(
        "a/x",
        switch (what) {
          case "quota" -> QUOTA;
          case "failing" -> FAILING;
          case "unready" -> UNREADY;
          case "refused" -> REFUSED;
          default -> NONE;
        });
    step(isLate ? LATE : 1);
    assertEquals(halts, state.phase() == Phase.HALTED, state::message);
    assertEquals(loses, lost().contains("a/x"), state::toString);
  }

  @Test
  void countsOneVoteForEachNamespace() {
    policy = policy(2, new Wave.Share(100));
    begin("a/1", "a/2", "a/3", "b/1", "c/1", "d/1");
    Stream.of("a/1", "a/2", "a/3").forEach(name -> becomes(name, FAILING));
    step(1);
    assertEquals(Phase.PROGRESSING, state.phase());
    assertEquals(List.of("b/1", "c/1", "d/1"), changing());
    becomes("c/1", FAILING);
    step(2);
    assertEquals(Phase.HALTED, state.phase());
    assertTrue(state.message().contains("a/1 (no)"), state.message());
  }

  @Test
  void countsEachPrimaryWhereAllAreInOneNamespace() {
    policy = policy(2, new Wave.Share(100));
    begin("a/1", "a/2", "a/3");
    becomes("a/1", FAILING);
    step(1);
    assertEquals(Phase.PROGRESSING, state.phase());
    becomes("a/2", FAILING);
    step(2);
    assertEquals(Phase.HALTED, state.phase());
  }

  @Test
  void goesOnOnlyAfterHalfOfTheNamespacesAreReady() {
    policy = policy(9, new Wave.Count(3), new Wave.Share(100));
    begin("a/x", "b/x", "c/x", "d/x", "e/x");
    becomes("a/x", FAILING);
    becomes("b/x", FAILING);
    succeeds("c/x");
    step(20);
    assertEquals(List.of("d/x", "e/x"), changing(), "others are asked");
    becomes("d/x", FAILING);
    becomes("e/x", FAILING);
    step(21);
    assertEquals(Phase.WAITING, state.phase());
    assertTrue(state.message().contains("1 of 5 namespaces are Ready"), state.message());
    var waiting = state;
    step(22, new Asked(false, 0, 9, false, ""));
    assertEquals(Phase.COMPLETED, state.phase(), "a person goes on without");
    state = waiting;
    succeeds("b/x");
    step(23);
    assertEquals(Phase.WAITING, state.phase());
    succeeds("d/x");
    step(24);
    assertEquals(Phase.COMPLETED, state.phase());
  }

  /** So no single tenant halts the rollout, and no chart reaches all that half cannot have. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asksAnotherTenantWhereOneFailureIsAllowed(boolean isOnlyOne) {
    policy = policy(2, new Wave.Count(1), new Wave.Share(100));
    begin("a/x", "b/x", "c/x");
    becomes("a/x", FAILING);
    step(1);
    assertEquals(List.of("b/x"), changing());
    if (isOnlyOne) {
      succeeds("b/x");
    } else {
      becomes("b/x", FAILING);
    }
    step(20);
    assertEquals(isOnlyOne ? Phase.PROGRESSING : Phase.HALTED, state.phase());
    assertEquals(isOnlyOne ? List.of("c/x") : List.of(), changing());
  }

  @Test
  void doesNotLetANamespaceWithFailuresKeepOthersWaiting() {
    policy = policy(1, new Wave.Share(100));
    begin("a/1", "a/2", "a/3", "a/4", "b/1");
    assertEquals(List.of("a/1", "a/2", "a/3"), changing());
    becomes("a/1", QUOTA);
    step(1);
    assertEquals(List.of("a/2", "a/3", "b/1"), changing());
  }

  @Test
  void waitsIfNobodyCouldBeChanged() {
    policy = policy(1, new Wave.Share(100));
    begin("a/x");
    becomes("a/x", QUOTA);
    step(1);
    assertEquals(Phase.WAITING, state.phase());
    succeeds("a/x");
    step(2);
    assertEquals(Phase.COMPLETED, state.phase());
  }

  /** Fleets in which a third of the tenants is hindered for ever, or for a while. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void reachesAllOthersWhoeverIsHindered(long seed) {
    var random = new Random(seed);
    policy = policy(1, new Wave.Count(3), new Wave.Share(25), new Wave.Share(100));
    var names = Stream.iterate(10, n -> n + 1).limit(40).map(n -> "t%d/x".formatted(n)).toList();
    var hindered = names.stream().filter(name -> random.nextInt(6) == 0).toList();
    begin(names.toArray(String[]::new));
    int second = 0;
    while (!state.isOver() && second < 5_000) {
      second++;
      for (var name : names) {
        if (state.hasBegun(name) && !fleet.get(name).edition().equals("new")) {
          if (hindered.contains(name)) {
            becomes(name, QUOTA);
          } else {
            succeeds(name);
          }
        }
      }
      step(second);
      var stored = RolloutStatus.read("old", "new", RolloutStepTest.written(state), Instant.EPOCH);
      assertEquals(state, stored);
    }
    assertEquals(Phase.COMPLETED, state.phase(), () -> "seed " + seed + ": " + state);
    for (var name : names) {
      assertEquals(hindered.contains(name) ? "old" : "new", fleet.get(name).edition(), name);
    }
    assertEquals(hindered, lost().stream().sorted().toList());
  }
}
