package dev.catamaran.validation;

import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.ChartLint;
import dev.catamaran.helm.ChartLint.Level;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import dev.catamaran.validation.ConfigCheck.Definition;
import java.util.List;
import java.util.stream.Stream;

/** What Helm says about charts: whether they render, what they render, and its own lint. */
record ChartRenderCheck(ChartEngine engine, Recordings recordings) implements Check {
  private static final String TEMPLATES = "templates/";

  @Override
  public List<Finding> findings(CheckedProject project) {
    return project.chartUses().stream()
        .flatMap(
            use ->
                recordings.render(use).stream().flatMap(render -> of(project, use.chart(), render)))
        .distinct()
        .toList();
  }

  private Stream<Finding> of(CheckedProject project, LocalChart chart, Render render) {
    return switch (render) {
      case Render.Refused refused -> {
        var finding = Stream.of(refused.finding(chart));
        // With required and fail, lint finds nothing in templates, but writes to the error stream.
        yield refused.rule() == CheckRule.CHART_NEEDS_VALUES
            ? finding
            : Stream.concat(finding, lint(chart, refused.rule() == CheckRule.CHART_RENDER));
      }
      case Render.Done(var recording) ->
          Stream.of(
                  lint(chart, false),
                  RenderedObjects.duplicates(chart, recording),
                  unknownKinds(project, chart, recording))
              .flatMap(findings -> findings);
    };
  }

  private Stream<Finding> lint(LocalChart chart, boolean isRefused) {
    return ChartLint.of(engine, chart.chart().orElseThrow().path()).stream()
        .filter(message -> message.level() != Level.INFO)
        .filter(message -> !isRefused || !message.path().startsWith(TEMPLATES))
        .map(
            message ->
                new Finding(
                    message.level() == Level.ERROR
                        ? CheckRule.CHART_LINT
                        : CheckRule.CHART_LINT_ADVICE,
                    chart.file(message.path().replaceFirst("/$", "")),
                    0,
                    message.text(),
                    ""))
        .distinct();
  }

  private static Stream<Finding> unknownKinds(
      CheckedProject project, LocalChart chart, Recording recording) {
    return recording.assumed().stream()
        .flatMap(
            kind ->
                recording.objects().stream()
                    .filter(object -> object.resource().equals(kind))
                    .filter(
                        object ->
                            project.config().definitions().stream()
                                .noneMatch(crd -> makes(crd, object)))
                    .limit(1)
                    .map(
                        object ->
                            Finding.of(
                                CheckRule.CHART_UNKNOWN_KIND,
                                chart.template(object.template()),
                                0,
                                "no new cluster has the kind %s of %s"
                                    .formatted(kind.kind(), kind.apiVersion()))));
  }

  private static boolean makes(Definition definition, RecordedObject object) {
    return definition.group().equals(object.resource().group())
        && definition.kind().equals(object.resource().kind());
  }
}
