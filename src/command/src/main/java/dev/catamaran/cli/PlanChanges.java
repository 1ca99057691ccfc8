package dev.catamaran.cli;

import dev.catamaran.inspect.Scope;
import dev.catamaran.preview.Plan;
import dev.catamaran.preview.Previews;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran plan}: what a watches.yaml and its charts would change everywhere. */
@Command(
    name = "plan",
    description =
        "Show what this watches.yaml and its charts would change for all primaries. Changes nothing.",
    footer = {"", "Example:", "  catamaran plan --watches-file new/watches.yaml --all-namespaces"},
    mixinStandardHelpOptions = true)
final class PlanChanges extends BaseCommand {
  /** So many previews take some seconds. */
  private static final int STEP = 50;

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Include the primaries of all namespaces.")
  private boolean isEverywhere;

  @Option(
      names = "--exit-code",
      description = "Exit with 2 if the operator would change something, or fail.")
  private boolean exitCode;

  @Override
  public Integer call() {
    var plan = cluster.in(isEverywhere, this::plan);
    output.print(plan, () -> plan.lines(output.paint()));
    return exitCode && plan.isChange() ? 2 : 0;
  }

  private Plan plan(Scope scope) {
    try (var previews = Previews.of(scope, cluster.watches())) {
      return previews.all(
          (done, all) -> {
            if (done % STEP == 0) {
              tell("%d of %d primaries".formatted(done, all));
            }
          });
    }
  }
}
