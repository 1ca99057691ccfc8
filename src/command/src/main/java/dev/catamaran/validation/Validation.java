package dev.catamaran.validation;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.temporary.TemporaryFolder;
import dev.catamaran.watch.InvalidWatchesException.Problem;
import dev.catamaran.watch.WatchesLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

public final class Validation {
  private static final String FILE = "watches.yaml";

  private Validation() {}

  /**
   * Checks a project. Writes temporary files only.
   *
   * @param project folder with a watches.yaml
   * @param environment variables for <code>${VAR}</code> in overrideValues
   */
  public static Report of(Path project, Map<String, String> environment) {
    var folder = project.toAbsolutePath().normalize();
    try (var engine = ChartEngine.start();
        var temporary = TemporaryFolder.create("catamaran-validate-")) {
      var charts = new ChartsCheck(folder, new ChartLoader(temporary.path()));
      var reading =
          new WatchesLoader(charts, engine)
              .read(folder.resolve(FILE), environment, Validation::isClass);
      var watches = reading.watches().watches();
      var found = reading.problems().stream().map(problem -> finding(problem, folder));
      // Without an entry there is nothing to compare with.
      if (!watches.isEmpty()) {
        var config = ConfigCheck.of(folder, watches);
        found =
            Stream.of(
                    found,
                    charts.findings(watches, engine),
                    config.stream(),
                    SampleValuesCheck.of(folder, watches, config).stream())
                .flatMap(findings -> findings);
      }
      return new Report(
          found.distinct().sorted(Finding.ORDER).toList(), watches.size(), charts.number());
    }
  }

  private static boolean isClass(String name) {
    try {
      Class.forName(name, false, Validation.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** A file that is not there is named in full. */
  private static Finding finding(Problem problem, Path folder) {
    return new Finding(
        CheckRule.WATCHES_INVALID,
        problem.line() == 0 ? problem.file().toString() : FILE,
        problem.line(),
        problem.problem().replace(folder + "/", ""),
        problem.hint());
  }
}
