package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.HashMap;
import java.util.List;

/**
 * All releases but the first are made, as fast as possible. The rate counts until the last is
 * deployed and told, the cost until the last Deployment is ready and its readiness told.
 */
final class MakePhase implements Phase {
  private static final String TOLD = "told";
  private static final String READY = "ready told";

  @Override
  public String name() {
    return "make";
  }

  @Override
  public String title() {
    return "Make all releases; told: from the primary to the status Deployed; ready told: from the"
        + " ready Deployment to the status Ready";
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
        Column.p50(READY),
        Column.p99(READY),
        Column.MEMORY);
  }

  @Override
  public boolean isRequired() {
    return true;
  }

  @Override
  public Outcome run(Trial trial) {
    var names = trial.names().subList(1, trial.names().size());
    var observer = trial.observer();
    var installed = observer.expect("installed", names, Work.installed(trial));
    var running = observer.expect("running", names, Seen::isRunning);
    var ready = observer.expect("reported as ready", names, Seen::tellsReady);
    var meter = trial.meter();
    var asked = trial.install(names);
    trial.await(installed);
    trial.await(running);
    var latencies = new HashMap<String, Quantiles>();
    if (trial.contender() instanceof Operator operator) {
      latencies.put(TOLD, Quantiles.between(asked, installed.times()));
      if (operator.tellsReadiness()) {
        trial.await(ready);
        latencies.put(READY, Quantiles.between(running.times(), ready.times()));
      }
    }
    observer.forget(ready);
    return new Outcome(names.size(), meter.read(installed.last()), latencies);
  }
}
