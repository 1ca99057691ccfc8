package dev.catamaran.cli;

import dev.catamaran.inspect.Requested;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.Target;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command that asks the operator for something, and tells its answer. */
@Command(
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The operator does it.",
      "1:The operator has tried it, and failed; or the request could not be written.",
      "3:The operator ignores it, or none has answered.",
    })
abstract sealed class RequestCommand implements Callable<Integer>
    permits Pause, Resume, Reconcile, Rollback {
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
}
