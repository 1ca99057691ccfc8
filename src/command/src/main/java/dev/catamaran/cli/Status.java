package dev.catamaran.cli;

import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.reports.PrimaryReport;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran status}: all primaries, or one with everything about it. */
@Command(
    name = "status",
    description = "List all primaries, or show one with its release, its objects and its Events.",
    footer = {
      "",
      "Example:",
      "  catamaran status --all-namespaces",
      "  catamaran status memcached -o wide",
      "  catamaran status memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true)
final class Status extends BaseCommand {
  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags(true);

  @Parameters(
      arity = "0..1",
      paramLabel = "KIND|KIND/NAME",
      description =
          "All of a kind, or one with everything about it (default: all). KIND is a kind, plural or short name, with or"
              + " without .group.")
  private String word = "";

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "List the primaries of all namespaces.")
  private boolean isEverywhere;

  @Override
  public Integer call() {
    if (!word.contains("/")) {
      return cluster.in(isEverywhere, this::all);
    }
    if (isEverywhere) {
      throw misuse("--all-namespaces is for a list; remove it, or the name");
    }
    var target = Target.parse(word);
    var report = cluster.in(scope -> PrimaryReport.of(scope, scope.primary(target)));
    output.print(report, () -> report.lines(clock(), output.paint()));
    return 0;
  }

  private int all(Scope scope) {
    var listing = word.isEmpty() ? scope.list() : scope.list(word);
    listing.note().ifPresent(note -> tell("note: " + note));
    var list = listing.rows();
    if (list.items().isEmpty() && !output.output().isData()) {
      output.print(
          isEverywhere
              ? "No custom resource found in any namespace"
              : "No custom resource found; --all-namespaces lists those of all namespaces");
    } else {
      output.print(list, () -> list.lines(output.output(), clock(), output.paint()));
    }
    return 0;
  }

  private static Clock clock() {
    return Clock.systemUTC();
  }
}
