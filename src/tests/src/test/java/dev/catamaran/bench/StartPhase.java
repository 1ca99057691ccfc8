package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.List;
import java.util.Map;

/**
 * From the start of the process to the first reconcile: an operator writes to a primary that waits
 * for it. A caller has no reconcile; it installs the first release.
 */
final class StartPhase implements Phase {

  @Override
  public String name() {
    return "start";
  }

  @Override
  public String title() {
    return "Start until the first write to a waiting primary (helm-java, plain: until the first release)";
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.SECONDS, Column.CPU, Column.CLUSTER_CPU, Column.REQUESTS, Column.MEMORY);
  }

  @Override
  public boolean isRequired() {
    return true;
  }

  @Override
  public Outcome run(Trial trial) {
    var first = trial.names().subList(0, 1);
    boolean isOperator = trial.contender() instanceof Operator;
    var installed = trial.observer().expect("installed", first, Work.installed(trial));
    var touched =
        trial.observer().expect("begun", first, isOperator ? Seen::isTouched : Seen::isRunning);
    if (isOperator) {
      trial.install(first);
    }
    var meter = trial.meter();
    trial.start();
    if (!isOperator) {
      trial.install(first);
    }
    trial.await(isOperator ? touched : installed);
    var usage = meter.read();
    trial.await(isOperator ? installed : touched);
    return new Outcome(1, usage, Map.of());
  }
}
