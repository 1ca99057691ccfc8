package dev.catamaran.validation;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.yaml.Marked;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Defaults and overrides of charts against values.schema.json.
 *
 * @param engine checks them
 */
record ChartValuesCheck(ChartEngine engine) implements Check {
  private static final String VALUES = "values.yaml";
  private static final ReleaseKey NO_RELEASE = new ReleaseKey("", "");

  @Override
  public List<Finding> findings(CheckedProject project) {
    var findings = new ArrayList<Finding>();
    for (var chart : project.charts().all()) {
      chart.chart().ifPresent(loaded -> findings.addAll(ofDefaults(chart, loaded)));
    }
    for (var use : project.chartUses()) {
      ofOverrides(use).map(violation -> atOverride(project, use, violation)).forEach(findings::add);
    }
    return findings;
  }

  /** Returns whether the schema refuses the values that every primary gets. */
  boolean isRefused(ChartUse use) {
    return !use.chart()
        .chart()
        .map(chart -> violations(chart, use.overrides()))
        .orElse(List.of())
        .isEmpty();
  }

  private List<Finding> ofDefaults(LocalChart chart, Chart loaded) {
    var values = YamlFile.read(loaded.path(), VALUES).documents();
    return violations(loaded, Values.empty()).stream()
        .map(
            violation ->
                Finding.of(
                    CheckRule.CHART_VALUES_SCHEMA,
                    chart.file(VALUES),
                    values.isEmpty() ? 0 : values.getFirst().line(path(violation)),
                    violation))
        .toList();
  }

  /** Returns the violations that the defaults alone do not have. */
  private Stream<String> ofOverrides(ChartUse use) {
    return use.chart().chart().stream()
        .flatMap(
            chart -> {
              var before = new HashSet<>(violations(chart, Values.empty()));
              return violations(chart, use.overrides()).stream()
                  .filter(violation -> !before.contains(violation));
            });
  }

  private static Finding atOverride(CheckedProject project, ChartUse use, String violation) {
    var field = WatchLines.field(project, use.watch(), "overrideValues");
    int line =
        field.stream()
            .flatMap(
                found ->
                    found.value() instanceof Marked.Mapping overrides
                        ? overrides.entries().stream()
                        : Stream.empty())
            .filter(entry -> ValuesPath.touch(ValuesPath.of(entry.key()), path(violation)))
            .findFirst()
            .or(() -> field)
            .map(Marked.Entry::line)
            .orElse(use.watch().line());
    var message = "overrideValues: " + violation;
    return Finding.of(CheckRule.OVERRIDE_SCHEMA, project.watchesFile().path(), line, message);
  }

  private static List<String> path(String violation) {
    return ValuesPath.of(violation.substring(0, violation.indexOf(": ")));
  }

  private List<String> violations(Chart chart, Values values) {
    return engine.violations(NO_RELEASE, chart, values, SecretTexts.none()).orElse(List.of());
  }
}
