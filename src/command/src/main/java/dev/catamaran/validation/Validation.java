package dev.catamaran.validation;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.temporary.TemporaryFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Runs all checks. */
public final class Validation {
  private Validation() {}

  /**
   * Checks the project of a watches.yaml. Writes temporary files only.
   *
   * @param watches path of watches.yaml
   * @param environment variables for <code>${VAR}</code> in overrideValues
   */
  public static Report of(Path watches, Map<String, String> environment) {
    try (var engine = ChartEngine.start();
        var recorder = new ChartRecorder(engine);
        var folder = TemporaryFolder.create("catamaran-validate-")) {
      var project =
          CheckedProject.read(watches, environment, new ChartLoader(folder.path()), engine);
      var found =
          checks(project, engine, recorder)
              .flatMap(check -> check.findings(project).stream())
              .distinct()
              .sorted(Finding.ORDER)
              .toList();
      return new Report(found, project.watches().size(), project.charts().all().size());
    }
  }

  private static Stream<Check> checks(
      CheckedProject project, ChartEngine engine, ChartRecorder recorder) {
    var values = new ChartValuesCheck(engine);
    var recordings = new Recordings(recorder, values);
    // Without an entry there is nothing to compare with.
    return project.watches().isEmpty()
        ? Stream.of(new WatchesCheck())
        : Stream.of(
            new WatchesCheck(),
            new ClassesCheck(),
            new SampleValuesCheck(),
            new ChartFilesCheck(),
            values,
            new ChartRenderCheck(engine, recordings),
            project.config(),
            new DefinitionsCheck(),
            new RightsCheck(recordings),
            new OutdatedCheck(recordings));
  }
}
