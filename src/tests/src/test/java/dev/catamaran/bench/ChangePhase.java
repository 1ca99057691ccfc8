package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.List;
import java.util.Map;

/** One value of each release changes: the port of its Service. */
final class ChangePhase implements Phase {
  private static final String TOLD = "told";

  @Override
  public String name() {
    return "change";
  }

  @Override
  public String title() {
    return "Change one value of each release; told: from the change to the status Deployed";
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.RATE,
        Column.CPU_EACH,
        Column.CLUSTER_CPU_EACH,
        Column.REQUESTS_EACH,
        Column.p50(TOLD),
        Column.p99(TOLD),
        Column.MEMORY);
  }

  @Override
  public Outcome run(Trial trial) {
    trial.settle();
    var names = trial.names();
    var changed = trial.observer().expect("changed", names, Work.changed(trial));
    var meter = trial.meter();
    var asked = trial.change(names);
    trial.await(changed);
    return new Outcome(
        names.size(),
        meter.read(changed.last()),
        trial.contender() instanceof Operator
            ? Map.of(TOLD, Quantiles.between(asked, changed.times()))
            : Map.of());
  }
}
