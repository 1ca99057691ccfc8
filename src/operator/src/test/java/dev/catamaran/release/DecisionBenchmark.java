package dev.catamaran.release;

import dev.catamaran.release.DecisionTest.Row;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The choice of the next action. */
@State(Scope.Benchmark)
public class DecisionBenchmark {
  private final Decision decision = new Decision(RemediationPolicy.DEFAULT);
  private final Wish wish = new Wish.FollowSpec();
  private final List<Observation> observations =
      DecisionTest.TABLE.stream()
          .map(Row::state)
          .map(state -> new Observation(state, new Budget.Left(), List.of()))
          .toList();

  /** For each state of a release once. */
  @Benchmark
  public void everyState(Blackhole hole) {
    for (var observation : observations) {
      hole.consume(decision.next(wish, observation));
    }
  }
}
