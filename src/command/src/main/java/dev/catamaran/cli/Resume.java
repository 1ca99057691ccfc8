package dev.catamaran.cli;

import dev.catamaran.inspect.Requests;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code catamaran resume}. */
@Command(
    name = "resume",
    description = "End a pause: the operator follows the spec again.",
    footer = {
      "",
      "Example:",
      "  catamaran resume memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Resume implements Callable<Integer> {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Override
  public Integer call() {
    var done =
        cluster.in(scope -> new Requests(scope, Clock.systemUTC()).resume(argument.target()));
    output.print(done, done::lines);
    return 0;
  }
}
