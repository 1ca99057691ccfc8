package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.Following;
import dev.catamaran.inspect.PrimaryReport;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
      "  catamaran status memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Status implements Callable<Integer> {
  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Parameters(
      arity = "0..1",
      paramLabel = "KIND/NAME",
      description =
          "A primary (default: all). KIND is a kind, plural or short name, with or without .group.")
  private @Nullable String primary;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "List the primaries of all namespaces.")
  private boolean isEverywhere;

  @Option(
      names = {"-w", "--watch"},
      description = "After the list, print each primary that changes, until Ctrl-C.")
  private boolean watches;

  @Override
  public Integer call() {
    var named = primary;
    if (named == null) {
      return isEverywhere ? cluster.everywhere(this::all) : cluster.in(this::all);
    }
    if (isEverywhere || watches) {
      throw new ManagerException(
          (watches ? "--watch" : "--all-namespaces") + " is for the list; remove it, or KIND/NAME");
    }
    var report = cluster.in(scope -> PrimaryReport.of(scope, Target.parse(named)));
    output.print(report, () -> report.lines(clock(), output.paint()));
    return 0;
  }

  private int all(Scope scope) {
    if (watches) {
      new Following(scope, output.output(), clock(), output.paint()).run(output::print);
      return 0;
    }
    var list = scope.list();
    output.print(list, () -> list.lines(output.output(), clock(), output.paint()));
    return 0;
  }

  private static Clock clock() {
    return Clock.systemUTC();
  }
}
