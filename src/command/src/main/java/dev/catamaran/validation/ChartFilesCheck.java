package dev.catamaran.validation;

import java.util.List;

/** The files of charts that Catamaran itself refuses, whatever the values. */
record ChartFilesCheck() implements Check {
  @Override
  public List<Finding> findings(CheckedProject project) {
    return project.charts().all().stream()
        .flatMap(
            chart ->
                chart.problems().stream()
                    .map(
                        problem ->
                            new Finding(
                                CheckRule.CHART_INVALID,
                                chart.file(problem.file()),
                                problem.line(),
                                problem.problem(),
                                problem.hint())))
        .toList();
  }
}
