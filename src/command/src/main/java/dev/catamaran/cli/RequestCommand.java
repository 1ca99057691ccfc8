package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.PrimaryArgument;
import dev.catamaran.inspect.Target;
import dev.catamaran.requests.Goal;
import dev.catamaran.requests.Requested;
import dev.catamaran.requests.Requests;
import dev.catamaran.requests.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands that ask the operator for something, and tell its answer. */
@Command(
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The operator does it.",
      "1:The operator has tried it, and failed; or the request could not be written.",
      "3:The operator ignores it, or none has answered.",
    })
abstract sealed class RequestCommand extends BaseCommand {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();
  @Mixin private final ClusterFlags cluster = new ClusterFlags();
  @Mixin private final OutputFlags output = new OutputFlags();

  abstract Requested ask(Requests requests, Target target);

  @Override
  public final Integer call() {
    var done = cluster.in(scope -> ask(new Requests(scope, Clock.systemUTC()), argument.target()));
    output.print(done, done::lines);
    return done.exitCode();
  }

  /** {@code catamaran pause}. */
  @Command(
      name = "pause",
      description = "Suspend all changes of a release: new specs, repairs of drift, the deletion.",
      footer = {"", "Example:", "  catamaran pause memcached/memcached-sample"})
  static final class Pause extends RequestCommand {
    @Override
    Requested ask(Requests requests, Target target) {
      return requests.pause(target);
    }
  }

  /** {@code catamaran resume}. */
  @Command(
      name = "resume",
      description = "End a pause: the operator follows the spec again.",
      footer = {"", "Example:", "  catamaran resume memcached/memcached-sample"})
  static final class Resume extends RequestCommand {
    @Override
    Requested ask(Requests requests, Target target) {
      return requests.resume(target);
    }
  }

  /** {@code catamaran reconcile}. */
  @Command(
      name = "reconcile",
      description = "Make one new revision of a release now, whatever failed before.",
      footer = {"", "Example:", "  catamaran reconcile memcached/memcached-sample"})
  static final class Reconcile extends RequestCommand {
    @Option(
        names = "--reset-retries",
        description = "Make no new revision; only try a failed input again, with all its retries.")
    private boolean resetsRetries;

    @Override
    Requested ask(Requests requests, Target target) {
      return resetsRetries ? requests.resetRetries(target) : requests.reconcile(target);
    }
  }

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
  static final class Rollback extends RequestCommand {
    @ArgGroup private final Choice choice = new Choice();

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
  static final class Wait extends BaseCommand {
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
}
