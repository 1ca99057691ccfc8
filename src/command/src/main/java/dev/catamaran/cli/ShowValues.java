package dev.catamaran.cli;

import dev.catamaran.inspect.Output;
import dev.catamaran.inspect.ReleaseValuesReport;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code catamaran values}: the values of a revision, with their sources. */
@Command(
    name = "values",
    description =
        "Show the values of a release, and where each comes from. Secret values are asterisks.",
    footer = {
      "",
      "Example:",
      "  catamaran values memcached/memcached-sample --revision 1",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ShowValues implements Callable<Integer> {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Mixin private final RevisionFlag revision = new RevisionFlag();

  @Override
  public Integer call() {
    var report =
        cluster.in(scope -> ReleaseValuesReport.of(scope, argument.target(), revision.number()));
    if (output.output() == Output.JSON) {
      output.print(report, List::of);
    } else {
      output.print(report.yaml());
    }
    return 0;
  }
}
