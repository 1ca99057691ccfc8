package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.PrimaryArgument;
import dev.catamaran.inspect.Scope;
import dev.catamaran.preview.Plan;
import dev.catamaran.preview.Previews;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.preview.RevisionChanges.Numbers;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran diff}: what the next pass would do to a release, or what earlier ones did. */
@Command(
    name = "diff",
    description =
        "Show what the operator would change with this watches.yaml and these charts, or what"
            + " changed between two stored revisions. Changes nothing.",
    footer = {
      "",
      "Example:",
      "  catamaran diff memcached/memcached-sample",
      "  catamaran diff memcached/memcached-sample --revisions 3,4",
    },
    mixinStandardHelpOptions = true)
final class Diff extends BaseCommand {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags();

  @Option(
      names = "--exit-code",
      description =
          "Exit with 2 if the operator would change something, or fail; or if the revisions"
              + " differ.")
  private boolean exitCode;

  @Option(
      names = "--revisions",
      paramLabel = "NUMBER[,NUMBER]",
      split = ",|\\.\\.",
      description =
          "Compare two stored revisions, such as 3,4 or 3..4; one number is compared with the"
              + " newest revision. Needs no watches.yaml.")
  private List<Integer> revisions = List.of();

  @Override
  public Integer call() {
    if (revisions.size() > 2) {
      throw misuse("--revisions compares two revisions, such as 3,4");
    }
    return revisions.isEmpty() ? next() : between(new Numbers(number(0), number(1)));
  }

  private OptionalInt number(int index) {
    return index < revisions.size() ? OptionalInt.of(revisions.get(index)) : OptionalInt.empty();
  }

  private int between(Numbers range) {
    var changes = cluster.in(scope -> RevisionChanges.of(scope, argument.target(), range));
    output.print(changes, () -> changes.lines(output.paint()));
    return exitCode && changes.isChange() ? 2 : 0;
  }

  private int next() {
    var preview =
        cluster.in(
            scope -> {
              var primary = scope.primary(argument.target());
              primary
                  .rolloutPending()
                  .ifPresent(
                      why -> tell("note: the operator does not make this change now: " + why));
              try (var previews = Previews.of(scope, cluster.watches())) {
                return previews.of(primary);
              }
            });
    output.print(preview, () -> preview.lines(output.paint()));
    return exitCode && preview.isChange() ? 2 : 0;
  }

  /** {@code catamaran plan}: what a watches.yaml and its charts would change everywhere. */
  @Command(
      name = "plan",
      description =
          "Show what this watches.yaml and its charts would change for all primaries. Changes nothing.",
      footer = {
        "",
        "Example:",
        "  catamaran plan --watches-file new/watches.yaml --all-namespaces"
      },
      mixinStandardHelpOptions = true)
  static final class PlanChanges extends BaseCommand {
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
}
