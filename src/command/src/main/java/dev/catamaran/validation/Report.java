package dev.catamaran.validation;

import java.util.ArrayList;
import java.util.List;

/**
 * All findings about a project.
 *
 * @param findings sorted by file and line
 */
public record Report(List<Finding> findings, int kinds, int charts) {
  public boolean isFailure(boolean strict) {
    return findings.stream().anyMatch(finding -> strict || finding.isError());
  }

  public List<String> lines() {
    var lines = new ArrayList<>(findings.stream().map(Finding::text).toList());
    lines.add(summary());
    return lines;
  }

  private String summary() {
    if (findings.isEmpty()) {
      return "no problems: %s, %s".formatted(count(kinds, "kind"), count(charts, "chart"));
    }
    long errors = findings.stream().filter(Finding::isError).count();
    return "%s, %s".formatted(count(errors, "error"), count(findings.size() - errors, "warning"));
  }

  private static String count(long number, String word) {
    return number + " " + word + (number == 1 ? "" : "s");
  }
}
