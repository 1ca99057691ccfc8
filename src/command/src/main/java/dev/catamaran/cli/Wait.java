package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.PrimaryArgument;
import dev.catamaran.requests.Goal;
import dev.catamaran.requests.Waiting;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran wait}. */
@Command(
    name = "wait",
    description =
        "Wait until a primary is ready, reconciled or deleted. Exits with 1 after the timeout, and with 3 as soon as the"
            + " operator does nothing more until a person changes something: it has given up (Stalled), or somebody holds"
            + " the release (SpecNotFollowed).",
    footer = {
      "",
      "Example:",
      "  catamaran wait memcached/memcached-sample --for=ready --timeout=5m",
    },
    mixinStandardHelpOptions = true)
final class Wait extends BaseCommand {
  private static final int STALLED = 3;

  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Option(
      names = "--for",
      paramLabel = "GOAL",
      description =
          "ready: its condition Ready is true for its newest spec. reconciled: the operator has carried out"
              + " the newest spec. deleted: it no longer exists (default: ready).")
  private Goal goal = Goal.READY;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "5m",
      description = "Maximum time, such as 90s (default: ${DEFAULT-VALUE}).")
  private Duration timeout = Duration.ofMinutes(5);

  @Override
  public Integer call() {
    var result =
        cluster.in(scope -> Waiting.until(goal, scope, argument.target(), timeout, this::tell));
    output.print(result, result::lines);
    return result.reached() ? 0 : result.stalled() ? STALLED : 1;
  }
}
