package dev.catamaran.cli;

import dev.catamaran.inspect.ReleaseHistory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code catamaran history}: the revisions of a release. */
@Command(
    name = "history",
    description = "List the stored revisions of a release, like helm history.",
    footer = {
      "",
      "Example:",
      "  catamaran history memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ShowHistory implements Callable<Integer> {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Override
  public Integer call() {
    var history = cluster.in(scope -> ReleaseHistory.of(scope, argument.target()));
    output.print(history, () -> history.lines(output.paint()));
    return 0;
  }
}
