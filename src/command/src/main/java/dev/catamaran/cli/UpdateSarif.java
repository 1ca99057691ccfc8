package dev.catamaran.cli;

import dev.catamaran.preview.FleetReport;
import dev.catamaran.project.UpdateFinding;
import dev.catamaran.project.UpdateFinding.Kind;
import dev.catamaran.validation.Sarif;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The report of an update for programs that show findings beside the code. Pure. */
final class UpdateSarif {
  private UpdateSarif() {}

  static String of(List<UpdateFinding> findings) {
    var rules =
        Stream.of(Kind.values())
            .map(kind -> new Sarif.Rule(id(kind), kind.meaning(), kind.remedy(), level(kind)))
            .toList();
    return new Sarif("catamaran update chart", rules)
        .of(
            findings.stream()
                .map(
                    each ->
                        new Sarif.Result(id(each.kind()), each.message(), each.file(), 0, false))
                .toList());
  }

  private static String id(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String level(Kind kind) {
    return switch (kind) {
      case CHART_UPDATED, PRIMARY_CHANGES -> "note";
      case VALUE_NARROWED, PERMISSION_ADDED, PRIMARY_RESTARTS, PRIMARY_UNKNOWN -> "warning";
      case CHART_CONFLICT, PRIMARY_FAILS -> "error";
    };
  }

  /**
   * Returns what changes for live primaries.
   *
   * @param project folder of the project
   */
  static List<UpdateFinding> findings(FleetReport report, Path project) {
    var root = project.toAbsolutePath().normalize();
    var findings = new ArrayList<UpdateFinding>();
    for (var kind : report.kinds()) {
      var file = root.relativize(kind.chart().toAbsolutePath().normalize()) + "/Chart.yaml";
      var plan = kind.plan();
      plan.groups()
          .forEach(
              group ->
                  findings.add(
                      new UpdateFinding(
                          Kind.PRIMARY_CHANGES,
                          file,
                          FleetReport.named(group.primaries())
                              + "\n"
                              + String.join("\n", group.changes()))));
      if (plan.restarts() > 0) {
        findings.add(
            new UpdateFinding(
                Kind.PRIMARY_RESTARTS, file, "%s: %s".formatted(kind.kind(), kind.counts())));
      }
      plan.failures()
          .forEach(
              failure ->
                  findings.add(
                      new UpdateFinding(
                          Kind.PRIMARY_FAILS,
                          file,
                          "%s fails: %s".formatted(failure.primary(), failure.problem()))));
    }
    report
        .notes()
        .forEach(
            note -> findings.add(new UpdateFinding(Kind.PRIMARY_UNKNOWN, "watches.yaml", note)));
    return findings;
  }
}
