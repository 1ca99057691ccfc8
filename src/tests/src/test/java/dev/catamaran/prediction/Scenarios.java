package dev.catamaran.prediction;

import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.Apis;
import dev.catamaran.trial.TrialChart;
import dev.catamaran.trial.TrialKinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A copy of each chart of the table, with a kind and a scenario for it. */
public final class Scenarios implements AutoCloseable {
  private final TestNamespace namespace;
  private final List<TrialChart> charts;
  private final TrialKinds kinds;
  private final List<Scenario> all = new ArrayList<>();

  /** Copies the charts and creates their kinds. */
  public Scenarios(List<ChangedChart> table, TestNamespace namespace) {
    this.namespace = namespace;
    this.charts = table.stream().map(Scenarios::copy).toList();
    this.kinds = TrialKinds.of(charts, namespace);
    var apis = new Apis(namespace.client());
    var trials = kinds.trials();
    for (int i = 0; i < table.size(); i++) {
      var scenario = new Scenario(charts.get(i).folder(), namespace, trials.get(i), apis);
      table.get(i).preparation().accept(scenario);
      all.add(scenario);
    }
  }

  /** In the order of the table. */
  public List<Scenario> all() {
    return all;
  }

  /** A watches.yaml with the present options. */
  public Watching watching() {
    var yaml = new StringBuilder();
    for (int i = 0; i < all.size(); i++) {
      var chart = charts.get(i);
      yaml.append("- group: charts.test.catamaran.dev\n  version: v1\n")
          .append("  kind: %s\n  chart: \"%s\"\n".formatted(chart.kind(), chart.folder()))
          .append("  maxConcurrentReconciles: 1\n  remediation: {retries: 0}\n")
          .append("  places: %s\n".formatted(chart.places(namespace.name())));
      all.get(i)
          .options()
          .forEach((name, value) -> yaml.append("  %s: %s\n".formatted(name, value)));
    }
    return Watching.yaml(yaml.toString());
  }

  @Override
  public void close() {
    all.forEach(Scenario::close);
    kinds.close();
  }

  private static TrialChart copy(ChangedChart row) {
    var original =
        TrialChart.all().stream()
            .filter(chart -> chart.name().equals(row.chart()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("there is no chart " + row.chart()));
    try {
      var copy = Files.createTempDirectory("predicted-").resolve(row.chart());
      copy(original.folder(), copy);
      return new TrialChart("predicted-" + row.chart(), copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
