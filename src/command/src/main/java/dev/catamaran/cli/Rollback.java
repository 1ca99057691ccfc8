package dev.catamaran.cli;

import dev.catamaran.inspect.Requested;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.Target;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
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
    })
final class Rollback extends RequestCommand {
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
  Requested ask(Requests requests, Target target) {
    if (choice.isEnd) {
      return requests.endRollback(target);
    }
    var number = choice.revision == null ? OptionalInt.empty() : OptionalInt.of(choice.revision);
    return requests.rollback(target, number);
  }
}
