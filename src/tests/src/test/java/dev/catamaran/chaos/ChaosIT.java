package dev.catamaran.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.catamaran.faults.FaultProxy;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.Account;
import dev.catamaran.trial.TrialChart;
import dev.catamaran.trial.TrialKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * In each round, users change primaries and releases with helm and kubectl, while faults disturb
 * requests, connections and the process of the operator. After the round all changes and faults
 * end, and the cluster must converge to the specs. Each kind of change and fault must occur. The
 * seed determines their order, but not their times. {@code make nightly} has a run of two minutes,
 * {@code make measure WHAT=chaos} a run of any length.
 */
@Tag("nightly")
class ChaosIT {
  private static final Set<String> CHARTS =
      Set.of(
          "aliased",
          "anchors",
          "binary",
          "custom-resources",
          "helm-2-style",
          "hooks",
          "library-user",
          "multi-line",
          "templated-values",
          "web");

  private static final Duration ROUND = Duration.ofSeconds(90);

  /** So many times as long may it take until each fault has occurred. */
  private static final int SLOWEST = 6;

  private static final Duration QUIET = Duration.ofSeconds(20);
  private static final Duration TO_BECOME_QUIET = Duration.ofMinutes(2);
  private static final int LONGEST_PAUSE_MILLIS = 600;

  /**
   * The operator retries a release after five minutes at most. A hundred releases may wait for a
   * retry.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final Settings settings = Settings.given();
  private final Random random = new Random(settings.seed());
  private final Tally tally = new Tally();

  @Test
  void endsAsTheSpecsDescribe(TestNamespace namespace) throws IOException {
    System.out.println("chaos: " + settings);
    try {
      run(namespace);
    } catch (AssertionError e) {
      throw new AssertionError("seed %d: %s".formatted(settings.seed(), e.getMessage()), e);
    }
  }

  private void run(TestNamespace namespace) throws IOException {
    var charts = TrialChart.all().stream().filter(c -> CHARTS.contains(c.name())).toList();
    try (var kinds = TrialKinds.of(charts, namespace);
        var proxy = FaultProxy.before(namespace.cluster())) {
      var members =
          kinds.trials(settings.primaries()).stream()
              .map(trial -> new Member(trial, new Account()))
              .toList();
      var identity = proxy.identity(namespace.identity());
      try (var disturbances =
          new Disturbances(
              proxy,
              () -> namespace.launch(identity, kinds.watching(), namespace.lease().flags()),
              new Random(random.nextLong()),
              tally,
              attempts -> members.forEach(member -> member.account().disturbed(attempts)))) {
        run(namespace, members, disturbances);
      }
    }
  }

  private void run(TestNamespace namespace, List<Member> members, Disturbances disturbances)
      throws IOException {
    var state = new EndState(namespace, members);
    var people = new People(namespace, new Random(random.nextLong()), tally);
    try {
      members.forEach(member -> people.create(member, 0));
      converge(state, disturbances, members);
      // Later, no member may be at rest when its turn comes.
      if (people.forgetOneAtRest(members, random.nextInt(members.size()))) {
        tally.add("people", "delete all revisions");
      }
      long begin = System.nanoTime();
      while (isGoingOn(begin)) {
        long endOfRound = System.nanoTime() + ROUND.toNanos();
        while (System.nanoTime() < endOfRound && isGoingOn(begin)) {
          disturbances.tick();
          people.act(members);
          // A pause, not a wait for a condition: changes and faults are independent.
          LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MILLIS)).toNanos());
        }
        disturbances.end();
        converge(state, disturbances, members);
        tally.add("all", "converged");
      }
      assertEquals(List.of(), tally.missing(), "these must occur");
      stayQuiet(state);
      assertEquals(List.of(), disturbances.problems());
    } finally {
      keep(disturbances.logs());
      System.out.println(tally.table());
      System.out.printf("chaos: %d events, seed %d%n", tally.total(), settings.seed());
    }
  }

  /** A slow machine has more time for what must occur. */
  private boolean isGoingOn(long begin) {
    var lasted = Duration.ofNanos(System.nanoTime() - begin);
    return lasted.compareTo(settings.time().multipliedBy(tally.missing().isEmpty() ? 1 : SLOWEST))
        < 0;
  }

  private void converge(EndState state, Disturbances disturbances, List<Member> members) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    var problems = state.problems();
    while (!problems.isEmpty()) {
      if (System.nanoTime() > end) {
        fail(
            "%d problems after %s without faults:%n%s"
                .formatted(problems.size(), PATIENCE, String.join("\n", problems)));
      }
      disturbances.restartIfEnded();
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
      problems = state.problems();
    }
    members.forEach(member -> member.account().settled());
    System.out.printf("%d events, %s%n", tally.total(), state.readiness());
  }

  /**
   * After convergence the operator writes no revision and repairs nothing. A status may still
   * change with an autoscaler, which reconciles every 15 seconds; the statuses must also become
   * stable.
   */
  private void stayQuiet(EndState state) {
    var revisions = state.versionsOfRevisions();
    long end = System.nanoTime() + TO_BECOME_QUIET.toNanos();
    var statuses = state.versionsOfPrimaries();
    long since = System.nanoTime();
    while (System.nanoTime() - since < QUIET.toNanos()) {
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
      assertEquals(revisions, state.versionsOfRevisions(), "revisions must not change at rest");
      var now = state.versionsOfPrimaries();
      if (!now.equals(statuses)) {
        assertTrue(System.nanoTime() < end, "statuses must become stable");
        statuses = now;
        since = System.nanoTime();
      }
    }
    assertEquals(List.of(), state.problems());
  }

  /** Keeps the logs for a diagnosis. */
  private static void keep(List<String> logs) throws IOException {
    var folder = Files.createDirectories(Path.of("target", "chaos"));
    for (int i = 0; i < logs.size(); i++) {
      Files.writeString(folder.resolve("operator-%d.log".formatted(i)), logs.get(i));
    }
    var errors = logs.stream().flatMap(String::lines).filter(l -> l.contains("ERROR")).count();
    System.out.printf("chaos: %d lines of errors in the logs of %s%n", errors, folder);
  }
}
