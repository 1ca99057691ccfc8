package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** Somebody deletes or edits Deployments, five a second, whether they are repaired or not. */
final class RepairPhase implements Phase {
  private static final Duration BETWEEN = Duration.ofMillis(200);
  private static final String REPAIR = "repair";
  private static final int OTHER_REPLICAS = 2;

  private final Harm harm;

  /** What somebody does to a Deployment. */
  enum Harm {
    DELETE,
    EDIT
  }

  RepairPhase(Harm harm) {
    this.harm = harm;
  }

  @Override
  public String name() {
    return "repair " + harm.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String title() {
    return switch (harm) {
      case DELETE -> "Repair: Deployments are deleted, five a second, until each is back";
      case EDIT ->
          "Repair: Deployments are scaled, five a second, until each has its replicas back";
    };
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.p50(REPAIR),
        Column.p99(REPAIR),
        Column.CPU_EACH,
        Column.CLUSTER_CPU_EACH,
        Column.REQUESTS_EACH,
        Column.MEMORY);
  }

  @Override
  public boolean suits(Contender contender) {
    return contender instanceof Operator;
  }

  @Override
  public Outcome run(Trial trial) {
    trial.settle();
    int count = Math.min(trial.settings().repairs(), trial.names().size());
    var names = trial.names().subList(0, count);
    var before = names.stream().map(name -> deploymentOf(trial, name)).toList();
    var began = new HashMap<String, Long>();
    var repairs = new ArrayList<Expectation>();
    var meter = trial.meter();
    for (int i = 0; i < count; i++) {
      var name = names.get(i);
      repairs.add(trial.observer().expect("repaired", List.of(name), isRepaired(before.get(i))));
      began.put(name, System.nanoTime());
      harm(trial, name);
      Waiting.pass(BETWEEN);
    }
    var times = new HashMap<String, Long>();
    for (var repair : repairs) {
      trial.await(repair);
      times.putAll(repair.times());
    }
    return new Outcome(count, meter.read(), Map.of(REPAIR, Quantiles.between(began, times)));
  }

  private static Seen.Workload deploymentOf(Trial trial, String release) {
    return trial
        .observer()
        .now(release)
        .deployment()
        .orElseThrow(() -> new PhaseFailure("the Deployment of " + release + " is missing"));
  }

  private void harm(Trial trial, String release) {
    Resource<Deployment> deployment =
        trial
            .client()
            .apps()
            .deployments()
            .inNamespace(trial.namespace())
            .withName(Site.object(release));
    switch (harm) {
      case DELETE -> deployment.delete();
      case EDIT ->
          deployment.patch(
              PatchContext.of(PatchType.JSON_MERGE),
              "{\"spec\":{\"replicas\":%d}}".formatted(OTHER_REPLICAS));
    }
  }

  private Predicate<Seen> isRepaired(Seen.Workload before) {
    return switch (harm) {
      case DELETE ->
          seen -> seen.deployment().filter(now -> !now.uid().equals(before.uid())).isPresent();
      // One generation for the edit, at least one for the repair.
      case EDIT ->
          seen ->
              seen.deployment()
                  .filter(now -> now.generation() >= before.generation() + 2)
                  .filter(now -> now.replicas() == before.replicas())
                  .isPresent();
    };
  }
}
