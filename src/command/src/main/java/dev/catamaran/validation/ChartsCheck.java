package dev.catamaran.validation;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.InvalidChartException.ChartProblem;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.manifests.ApiCharts.RecordedChart;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.WatchesLoader.ChartCheck;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Helm and Catamaran refuse of the charts on disk that a watches.yaml names. The loader of
 * watches.yaml asks for each chart first; one that is not there is a problem of watches.yaml.
 */
final class ChartsCheck implements ChartCheck {
  private static final ReleaseKey RELEASE = new ReleaseKey("default", "sample");

  /** As Go's text/template and Helm name a template, with a line or without. */
  private static final Pattern PLACE =
      Pattern.compile("[\\w.-]+/((?:[\\w.-]+/)*templates/[^\\s:)\"]+)(?::(\\d+))?");

  /** Helm, pkg/engine/engine.go, for the functions required and fail. */
  private static final String BY_AUTHOR = "execution error at ";

  private final Path project;
  private final ChartLoader loader;
  private final Map<Path, Found> charts = new LinkedHashMap<>();

  /** A chart, or its problems; shown is its path from the project's folder. */
  private record Found(String shown, Optional<Chart> chart, List<ChartProblem> problems) {
    String file(String inside) {
      return inside.isEmpty() ? shown : shown + "/" + inside;
    }
  }

  ChartsCheck(Path project, ChartLoader loader) {
    this.project = project;
    this.loader = loader;
  }

  @Override
  public void check(Path chart) throws InvalidChartException {
    var shown = (chart.startsWith(project) ? project.relativize(chart) : chart).toString();
    try {
      charts.put(chart, new Found(shown, Optional.of(loader.load(chart)), List.of()));
    } catch (InvalidChartException e) {
      if (e.problems().stream().allMatch(problem -> problem.file().isEmpty())) {
        throw e;
      }
      charts.put(chart, new Found(shown, Optional.empty(), e.problems()));
    }
  }

  int number() {
    return charts.size();
  }

  Stream<Finding> findings(List<Watch> watches, ChartEngine engine) {
    var problems =
        charts.values().stream()
            .flatMap(chart -> chart.problems().stream().map(problem -> ofProblem(chart, problem)));
    return Stream.concat(problems, rendered(watches, engine).stream());
  }

  private static Finding ofProblem(Found chart, ChartProblem problem) {
    return new Finding(
        CheckRule.CHART_INVALID,
        chart.file(problem.file()),
        problem.line(),
        problem.problem(),
        problem.hint());
  }

  private List<Finding> rendered(List<Watch> watches, ChartEngine engine) {
    return watches.stream()
        .flatMap(watch -> watch.chart().stream())
        .flatMap(source -> ofSource(source, engine))
        .distinct()
        .toList();
  }

  private Stream<Finding> ofSource(HelmChart source, ChartEngine engine) {
    return source.charts().references().stream()
        .filter(Local.class::isInstance)
        .flatMap(local -> Optional.ofNullable(charts.get(((Local) local).path())).stream())
        .flatMap(
            found ->
                found.chart().stream()
                    .flatMap(
                        chart ->
                            refused(found, chart, source, engine)
                                .map(Stream::of)
                                .orElseGet(() -> lint(found, chart, engine))));
  }

  /** No primary can be without the defaults and the overrides of watches.yaml. */
  private static Optional<Finding> refused(
      Found found, Chart chart, HelmChart source, ChartEngine engine) {
    try {
      engine.render(
          chart,
          RELEASE,
          RecordedChart.overridden(source, Values.empty()),
          /* isUpgrade= */ false,
          Discovery.newCluster(RELEASE.namespace()));
      return Optional.empty();
    } catch (EngineFaultException e) {
      var sentence = oneLine(String.valueOf(e.getMessage()));
      var rule =
          sentence.startsWith(BY_AUTHOR) ? CheckRule.CHART_NEEDS_VALUES : CheckRule.CHART_RENDER;
      var place = PLACE.matcher(sentence);
      return Optional.of(
          place.find()
              ? Finding.of(
                  rule,
                  found.file(place.group(1)),
                  place.group(2) == null ? 0 : Integer.parseInt(place.group(2)),
                  sentence)
              : Finding.of(rule, found.shown(), 0, sentence));
    }
  }

  private static Stream<Finding> lint(Found found, Chart chart, ChartEngine engine) {
    return engine
        .orRejected(new EngineRequest.Lint(chart.path().toString()))
        .path("findings")
        .valueStream()
        .filter(remark -> !remark.path("severity").asText().equals("info"))
        .map(
            remark ->
                Finding.of(
                    remark.path("severity").asText().equals("error")
                        ? CheckRule.CHART_LINT
                        : CheckRule.CHART_LINT_ADVICE,
                    found.file(remark.path("path").asText().replaceFirst("/$", "")),
                    0,
                    oneLine(remark.path("message").asText())
                        .replace(chart.path().toString(), found.shown())));
  }

  private static String oneLine(String sentence) {
    return sentence.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
