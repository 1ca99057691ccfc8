package dev.catamaran.validation;

import dev.catamaran.helm.ChartLint;
import dev.catamaran.helm.ChartLint.Level;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import java.util.List;
import java.util.stream.Stream;

/** What Helm says about charts: whether they render, what they render, and its own lint. */
record ChartRenderCheck(Recordings recordings) implements Check {
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

  private static Stream<Finding> of(CheckedProject project, LocalChart chart, Render render) {
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
                  RenderedObjects.duplicates(chart, recording.manifest()),
                  unknownKinds(project, chart, recording))
              .flatMap(findings -> findings);
    };
  }

  private static Stream<Finding> lint(LocalChart chart, boolean isRefused) {
    return ChartLint.of(chart.chart().orElseThrow().path()).stream()
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

  /** The recorder notes each kind that it guesses; the kinds of this project are not among them. */
  private static Stream<Finding> unknownKinds(
      CheckedProject project, LocalChart chart, Recording recording) {
    return recording.notes().stream()
        .flatMap(
            note ->
                recording.objects().stream()
                    .filter(object -> note.startsWith(named(object)))
                    .filter(object -> project.crds().stream().noneMatch(crd -> makes(crd, object)))
                    .limit(1)
                    .map(
                        object ->
                            Finding.of(
                                CheckRule.CHART_UNKNOWN_KIND,
                                chart.template(object.template()),
                                0,
                                "no new cluster has the kind %s of %s"
                                    .formatted(
                                        object.resource().kind(),
                                        object.resource().apiVersion()))));
  }

  private static String named(RecordedObject object) {
    return "Kind %s of %s is not built"
        .formatted(object.resource().kind(), object.resource().apiVersion());
  }

  private static boolean makes(Definition definition, RecordedObject object) {
    return definition.group().equals(object.resource().group())
        && definition.kind().equals(object.resource().kind());
  }
}
