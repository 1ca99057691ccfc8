package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.List;
import java.util.Map;

/** All releases are deleted: until primaries, revisions and Deployments are gone. */
final class DeletePhase implements Phase {

  @Override
  public String name() {
    return "delete";
  }

  @Override
  public String title() {
    return "Delete all releases";
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.RATE,
        Column.SECONDS,
        Column.CPU_EACH,
        Column.CLUSTER_CPU_EACH,
        Column.REQUESTS_EACH,
        Column.MEMORY);
  }

  @Override
  public Outcome run(Trial trial) {
    var gone = trial.observer().expect("deleted", trial.names(), Seen::isGone);
    var meter = trial.meter();
    trial.delete(trial.names());
    trial.await(gone);
    return new Outcome(trial.names().size(), meter.read(gone.last()), Map.of());
  }
}
