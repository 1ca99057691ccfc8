package dev.catamaran.cli;

import dev.catamaran.preview.Previews;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran diff}: what the next pass would do to a release. */
@Command(
    name = "diff",
    description =
        "Show what the operator would change with this watches.yaml and these charts. Changes nothing.",
    footer = {
      "",
      "Example:",
      "  catamaran diff memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Diff implements Callable<Integer> {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Option(
      names = "--exit-code",
      description = "Exit with 2 if the operator would change something, or fail.")
  private boolean exitCode;

  @Override
  public Integer call() {
    var preview =
        cluster.in(
            scope -> {
              try (var previews = Previews.of(scope, cluster.watches())) {
                return previews.of(argument.target());
              }
            });
    output.print(preview, () -> preview.lines(output.paint()));
    return exitCode && preview.isChange() ? 2 : 0;
  }
}
