package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.List;
import java.util.Map;

/** Nobody changes anything, for three reconcile periods. */
final class RestPhase implements Phase {

  @Override
  public String name() {
    return "rest";
  }

  @Override
  public String title() {
    return "At rest, for three reconcile periods";
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.CPU_SHARE,
        Column.CLUSTER_CPU_SHARE,
        Column.REQUESTS,
        Column.REQUEST_RATE,
        Column.MEMORY);
  }

  @Override
  public boolean suits(Contender contender) {
    return contender instanceof Operator;
  }

  @Override
  public Outcome run(Trial trial) {
    trial.settle();
    trial.awaitNoRequests();
    var meter = trial.meter();
    Waiting.pass(trial.settings().period().multipliedBy(Settings.PERIODS));
    return new Outcome(trial.names().size(), meter.read(), Map.of());
  }
}
