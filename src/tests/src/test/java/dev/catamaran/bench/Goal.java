package dev.catamaran.bench;

import static dev.catamaran.bench.Caller.HELM_JAVA;
import static dev.catamaran.bench.Operator.CATAMARAN;
import static dev.catamaran.bench.Operator.HELM_OPERATOR;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A figure of Catamaran that has a limit. Ratios are of the same round, so that they do not depend
 * on the speed of the machine.
 *
 * @param title says what the figure is
 * @param other the contender with the figure 1; empty if the figure is absolute
 * @param isAtLeast whether the limits are lower ones
 * @param limits by number of releases; the limit of 0 is for all others
 */
record Goal(
    String title,
    Phase phase,
    Column column,
    Optional<Contender> other,
    boolean isAtLeast,
    Map<Integer, Double> limits) {

  static final List<Goal> ALL =
      List.of(
          atLeast(
              "releases/s while making, helm-java alone = 1",
              new MakePhase(),
              Column.RATE,
              HELM_JAVA,
              Map.of(300, 0.85)),
          atLeast(
              "releases/s while making, helm-operator = 1",
              new MakePhase(),
              Column.RATE,
              HELM_OPERATOR,
              Map.of(50, 1.2, 300, 1.4)),
          atMost(
              "CPU for each release made, helm-java alone = 1",
              new MakePhase(),
              Column.CPU_EACH,
              HELM_JAVA,
              Map.of(50, 2.5, 300, 1.6)),
          atMost(
              "cluster's CPU for each release made, helm-operator = 1",
              new MakePhase(),
              Column.CLUSTER_CPU_EACH,
              HELM_OPERATOR,
              Map.of(0, 1.0)),
          atMost(
              "requests for each release made",
              new MakePhase(),
              Column.REQUESTS_EACH,
              Map.of(0, 15.0)),
          atMost(
              "time to delete all, helm-operator = 1",
              new DeletePhase(),
              Column.SECONDS,
              HELM_OPERATOR,
              Map.of(0, 1.0)),
          atMost(
              "CPU to delete all, helm-operator = 1",
              new DeletePhase(),
              Column.CPU_EACH,
              HELM_OPERATOR,
              Map.of(0, 2.0)),
          atMost("CPU at rest, % of a core", new RestPhase(), Column.CPU_SHARE, Map.of(0, 0.5)),
          atMost("RSS at rest, MB", new RestPhase(), Column.MEMORY, Map.of(300, 250.0)),
          atMost("requests at rest", new RestPhase(), Column.REQUESTS, Map.of(0, 0.0)),
          atMost("CPU of a restart, s", new RestartPhase(), Column.CPU, Map.of(300, 4.0)),
          // 30 and one for the only kind.
          atMost("requests of a restart", new RestartPhase(), Column.REQUESTS, Map.of(300, 31.0)),
          atMost(
              "CPU from the start to the first reconcile, s",
              new StartPhase(),
              Column.CPU,
              Map.of(0, 3.0)),
          atMost("RSS after making all, MB", new MakePhase(), Column.MEMORY, Map.of(300, 250.0)),
          atMost(
              "p99 of repairs of deleted objects, ms",
              new RepairPhase(RepairPhase.Harm.DELETE),
              Column.p99("repair"),
              Map.of(0, 1000.0)),
          atMost(
              "p99 of repairs of edited objects, ms",
              new RepairPhase(RepairPhase.Harm.EDIT),
              Column.p99("repair"),
              Map.of(0, 1000.0)));

  /** The figure; empty if the run has none. */
  OptionalDouble figure(Results results, int size) {
    return other
        .map(against -> results.ratio(CATAMARAN, against, size, phase, column))
        .orElseGet(() -> results.median(CATAMARAN, size, phase, column));
  }

  /** The limit for this number of releases; empty if there is none. */
  OptionalDouble limit(int size) {
    var limit = limits.getOrDefault(size, limits.get(0));
    return limit == null ? OptionalDouble.empty() : OptionalDouble.of(limit);
  }

  /** Whether the figure keeps the limit. */
  boolean isReached(double figure, double limit) {
    return isAtLeast ? figure >= limit : figure <= limit;
  }

  private static Goal atLeast(
      String title, Phase phase, Column column, Contender other, Map<Integer, Double> limits) {
    return new Goal(title, phase, column, Optional.of(other), true, limits);
  }

  private static Goal atMost(
      String title, Phase phase, Column column, Contender other, Map<Integer, Double> limits) {
    return new Goal(title, phase, column, Optional.of(other), false, limits);
  }

  private static Goal atMost(
      String title, Phase phase, Column column, Map<Integer, Double> limits) {
    return new Goal(title, phase, column, Optional.empty(), false, limits);
  }
}
