package dev.catamaran.validation;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.watch.ChartCheck;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The charts on disk that a watches.yaml names. A chart that is not there is a problem of
 * watches.yaml; problems of its files have their own places.
 */
final class LocalCharts implements ChartCheck {
  private final Path project;
  private final ChartLoader loader;
  private final Map<Path, LocalChart> charts = new LinkedHashMap<>();
  private boolean isValid = true;

  LocalCharts(Path project, ChartLoader loader) {
    this.project = project;
    this.loader = loader;
  }

  @Override
  public void check(Path chart) throws InvalidChartException {
    var shown = chart.startsWith(project) ? project.relativize(chart) : chart;
    try {
      var loaded = Optional.of(loader.load(chart));
      charts.put(chart, new LocalChart(chart, shown.toString(), loaded, List.of()));
    } catch (InvalidChartException e) {
      isValid = false;
      if (e.problems().stream().allMatch(problem -> problem.file().isEmpty())) {
        throw e;
      }
      charts.put(chart, new LocalChart(chart, shown.toString(), Optional.empty(), e.problems()));
    }
  }

  /** Returns whether all charts are there and have no problems. */
  boolean areValid() {
    return isValid;
  }

  /** Returns the chart at a path; empty if it is not there. */
  Optional<LocalChart> at(Path chart) {
    return Optional.ofNullable(charts.get(chart));
  }

  /** Returns all charts that are there, each once. */
  Collection<LocalChart> all() {
    return List.copyOf(charts.values());
  }
}
