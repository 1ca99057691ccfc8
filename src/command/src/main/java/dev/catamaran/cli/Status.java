package dev.catamaran.cli;

import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.inspect.PrimaryRow.PrimaryList;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import java.time.Clock;
import java.util.List;
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
      arity = "0..*",
      paramLabel = "KIND|KIND/NAME",
      description =
          "Primaries (default: all): KIND for all of a kind, KIND/NAME..., or KIND NAME... KIND is a kind, plural or"
              + " short name, with or without .group. Only one is shown with everything about it.")
  private List<String> words = List.of();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "List the primaries of all namespaces.")
  private boolean isEverywhere;

  @Override
  public Integer call() {
    var targets = Target.parseAll(words);
    if (targets.isEmpty() || targets.getFirst().isKind()) {
      return cluster.in(isEverywhere, scope -> all(scope, targets));
    }
    if (isEverywhere) {
      throw misuse("--all-namespaces is for a list; remove it, or the names");
    }
    return cluster.in(scope -> named(scope, targets));
  }

  private int named(Scope scope, List<Target> targets) {
    if (targets.size() == 1) {
      var report = PrimaryReport.of(scope, scope.primary(targets.getFirst()));
      output.print(report, () -> report.lines(clock(), output.paint()));
    } else {
      print(scope.list(targets));
    }
    return 0;
  }

  private int all(Scope scope, List<Target> kinds) {
    var listing = kinds.isEmpty() ? scope.list() : scope.list(kinds.getFirst().kind());
    listing.note().ifPresent(note -> tell("note: " + note));
    if (listing.primaries().findAny().isEmpty() && !output.output().isData()) {
      output.print(
          isEverywhere
              ? "No custom resource found in any namespace"
              : "No custom resource found; --all-namespaces lists those of all namespaces");
    } else {
      print(listing.rows());
    }
    return 0;
  }

  private void print(PrimaryList list) {
    output.print(list, () -> list.lines(output.output(), clock(), output.paint()));
  }

  private static Clock clock() {
    return Clock.systemUTC();
  }
}
