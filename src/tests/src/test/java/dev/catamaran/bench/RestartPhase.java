package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.List;
import java.util.Map;

/** The operator starts again over quiet releases. It is through when it is quiet itself. */
final class RestartPhase implements Phase {

  @Override
  public String name() {
    return "restart";
  }

  @Override
  public String title() {
    return "Restart over quiet releases, until the operator is quiet (at most one period, or 15 s)";
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.SECONDS, Column.CPU, Column.CLUSTER_CPU, Column.REQUESTS, Column.MEMORY);
  }

  @Override
  public boolean suits(Contender contender) {
    return contender instanceof Operator;
  }

  @Override
  public Outcome run(Trial trial) {
    trial.settle();
    trial.stop();
    var meter = trial.meter();
    trial.start();
    trial.awaitFirstRequest();
    long quiet = trial.settle();
    return new Outcome(trial.names().size(), meter.read(quiet), Map.of());
  }
}
