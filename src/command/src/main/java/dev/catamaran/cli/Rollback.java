package dev.catamaran.cli;

import dev.catamaran.inspect.Requested;
import dev.catamaran.inspect.Requests;
import java.time.Clock;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran rollback}. */
@Command(
    name = "rollback",
    description = "Roll a release back to an old revision, and keep it there.",
    footer = {
      "",
      "Example:",
      "  catamaran rollback memcached/memcached-sample --revision 1",
      "  catamaran rollback memcached/memcached-sample --end",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Rollback implements Callable<Integer> {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @ArgGroup private final Choice choice = new Choice();

  /** The revision, or none. */
  static final class Choice {
    @Option(
        names = "--revision",
        paramLabel = "NUMBER",
        description = "The revision (default: the newest good one with other objects).")
    private @Nullable Integer revision;

    @Option(names = "--end", description = "End the rollback: follow the spec again.")
    private boolean isEnd;
  }

  @Override
  public Integer call() {
    var done = cluster.in(scope -> request(new Requests(scope, Clock.systemUTC())));
    output.print(done, done::lines);
    return 0;
  }

  private Requested request(Requests requests) {
    if (choice.isEnd) {
      return requests.endRollback(argument.target());
    }
    var number = choice.revision == null ? OptionalInt.empty() : OptionalInt.of(choice.revision);
    return requests.rollback(argument.target(), number);
  }
}
