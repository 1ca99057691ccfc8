package dev.catamaran.update;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.project.ChartTree;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectApi.ProjectChart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the three sides of the update of one chart, and merges them: the version that was copied,
 * the copy in the project, and the new version.
 */
record ChartUpdate(Path folder, UpdateRequest request, Path workFolder, ChartEngine engine) {

  /** What became of the update of a chart. */
  sealed interface Outcome {
    /**
     * There is another version, or another origin.
     *
     * @param api the first kind that has the chart
     * @param origin of the new version, for PROJECT; empty for a chart on disk
     */
    record Updated(
        ProjectApi api,
        String before,
        String after,
        Optional<ProjectChart> origin,
        ChartTree old,
        MergedFiles merge,
        ChartTree merged,
        List<String> remarks)
        implements Outcome {}

    /** The project stays as it is; the sentence says why. */
    record Stays(String reason) implements Outcome {}
  }

  /** Merges the chart of an API. Writes nothing into the project. */
  Outcome of(ProjectApi api) {
    var present = load(folder.resolve(api.chart()), api.chart());
    var version = api.origin().map(ProjectChart::version).orElse(present.version());
    var from = request.next(api);
    var next = from.load(workFolder, request.chart().isEmpty() ? api.chart() : "--helm-chart");
    var nextTree = copied(from.folder().orElse(next.path()));
    var origin = from.recorded(next.version(), nextTree.digest());
    var mine = ChartTree.read(folder.resolve(api.chart()));
    if (origin.equals(api.origin())
        && (origin.isPresent() || mine.digest().equals(nextTree.digest()))) {
      return new Outcome.Stays("%s %s is up to date".formatted(present.name(), version));
    }
    boolean isOlder = Chart.isOlder(next.version(), version);
    if (isOlder && !request.isChosen()) {
      return new Outcome.Stays(
          "%s stays at %s: the newest version that is no pre-release, %s, is older; to take it, repeat the command with --helm-chart-version %s"
              .formatted(present.name(), version, next.version(), next.version()));
    }
    var old = old(api, mine);
    var merge = MergedFiles.of(old.files(), mine.files(), nextTree.files());
    var name = String.valueOf(Path.of(api.chart()).getFileName());
    var merged = ChartTree.written(merge.files(), name, workFolder);
    if (merge.conflicts().isEmpty()) {
      load(merged.folder(), "after the merge, " + api.chart());
    }
    return new Outcome.Updated(
        api,
        present.name() + " " + version,
        next.name() + " " + next.version(),
        origin,
        old,
        merge,
        merged,
        remarks(api, present, next, isOlder));
  }

  private static List<String> remarks(ProjectApi api, Chart present, Chart next, boolean isOlder) {
    var remarks = new ArrayList<String>();
    if (isOlder) {
      remarks.add("The new version is older than the present one.");
    }
    if (!next.name().equals(present.name())) {
      remarks.add(
          "The chart has another name, so it may be another chart: labels and names of objects may change with it. The directory %s and the kind stay."
              .formatted(api.chart()));
    }
    return remarks;
  }

  private ChartTree old(ProjectApi api, ChartTree mine) {
    var recorded = api.origin();
    if (recorded.map(ProjectChart::digest).filter(mine.digest()::equals).isPresent()) {
      return mine;
    }
    if (request.pristine().isPresent()) {
      return given(request.pristine().get(), recorded);
    }
    var pulled =
        recorded.orElseThrow(
            () ->
                new ManagerException(
                    "%s: the copy may have edits, and PROJECT does not say of which chart it is a copy; name that chart, a directory or a .tgz, with --from"
                        .formatted(api.chart())));
    return pulledAgain(api, pulled);
  }

  private ChartTree copied(Path chart) {
    return ChartTree.copied(chart, engine, workFolder);
  }

  private ChartTree given(Path path, Optional<ProjectChart> recorded) {
    if (!Files.exists(path)) {
      throw new ManagerException("--from: %s does not exist".formatted(path));
    }
    var chart = load(path, "--from");
    recorded
        .map(ProjectChart::version)
        .filter(version -> !version.equals(chart.version()))
        .ifPresent(
            version -> {
              throw new ManagerException(
                  "--from: %s has version %s, and the copy is of version %s"
                      .formatted(path, chart.version(), version));
            });
    return copied(Files.isDirectory(path) ? path : chart.path());
  }

  private ChartTree pulledAgain(ProjectApi api, ProjectChart recorded) {
    ChartTree again;
    try {
      var chart = request.copied(recorded).load(workFolder, api.chart());
      again = copied(chart.path());
    } catch (ManagerException e) {
      throw new ManagerException(
          "%s. The copy has edits, so the version that was copied is needed: name it, a directory or a .tgz, with --from"
              .formatted(e.getMessage()));
    }
    if (!recorded.digest().isEmpty() && !recorded.digest().equals(again.digest())) {
      throw new ManagerException(
          "%s: the copy has edits, and %s has other files in version %s now than when it was copied; name the chart that was copied, a directory or a .tgz, with --from"
              .formatted(api.chart(), recorded, recorded.version()));
    }
    return again;
  }

  private Chart load(Path path, String named) {
    try {
      return new ChartLoader(workFolder.resolve("unpacked")).load(path);
    } catch (InvalidChartException e) {
      throw new ManagerException(
          named + ": " + String.valueOf(e.getMessage()).replace(path.toString(), "the chart"));
    }
  }
}
