package dev.catamaran.cli;

import dev.catamaran.inspect.Requests;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran reconcile}. */
@Command(
    name = "reconcile",
    description = "Make one new revision of a release now, whatever failed before.",
    footer = {
      "",
      "Example:",
      "  catamaran reconcile memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Reconcile implements Callable<Integer> {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Option(
      names = "--reset-retries",
      description = "Make no new revision; only try a failed input again, with all its retries.")
  private boolean resetsRetries;

  @Override
  public Integer call() {
    var done =
        cluster.in(
            scope -> {
              var requests = new Requests(scope, Clock.systemUTC());
              return resetsRetries
                  ? requests.resetRetries(argument.target())
                  : requests.reconcile(argument.target());
            });
    output.print(done, done::lines);
    return 0;
  }
}
