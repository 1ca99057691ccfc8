package dev.catamaran.validation;

import dev.catamaran.watch.Problem;
import java.util.List;

/** The problems of watches.yaml itself. */
record WatchesCheck() implements Check {
  @Override
  public List<Finding> findings(CheckedProject project) {
    return project.reading().problems().stream()
        .map(
            problem ->
                new Finding(
                    CheckRule.WATCHES_INVALID,
                    file(problem, project),
                    problem.line(),
                    problem.problem().replace(project.folder() + "/", ""),
                    problem.hint()))
        .toList();
  }

  /** A file that is not there is named in full. */
  private static String file(Problem problem, CheckedProject project) {
    return problem.line() == 0 ? problem.file().toString() : project.watchesFile().path();
  }
}
