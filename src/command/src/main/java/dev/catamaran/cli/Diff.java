package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.EverywhereFlag;
import dev.catamaran.cli.ClusterFlags.PrimaryFlags;
import dev.catamaran.cli.Console.OutputFlags;
import dev.catamaran.preview.Previews;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.preview.RevisionChanges.Numbers;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the next pass would do, to a release or to all, or what earlier ones did. */
final class Diff {
  /** So many previews take some seconds. */
  private static final int STEP = 50;

  private Diff() {}

  @Command(
      name = "diff",
      description =
          "Show what the operator would change, or what differs between two revisions. It reads this watches.yaml and these"
              + " charts, and changes nothing.",
      footer = {
        "  catamaran diff memcached/memcached-sample",
        "  catamaran diff memcached/memcached-sample --revisions 3,4"
      })
  static int diff(
      @Mixin PrimaryFlags primary,
      @Mixin OutputFlags output,
      @Option(
              names = "--exit-code",
              description =
                  "Exit with 2 if the operator would change something, or fail; or if the revisions differ.")
          boolean exitCode,
      @Option(
              names = "--revisions",
              paramLabel = "NUMBER[,NUMBER]",
              split = ",|\\.\\.",
              description =
                  "Compare two stored revisions, such as 3,4 or 3..4; one number is compared with the"
                      + " newest revision. Needs no watches.yaml.")
          @Nullable List<Integer> revisions) {
    if (revisions != null && !revisions.isEmpty()) {
      var numbers = numbers(revisions, output);
      var changes = primary.in((scope, target) -> RevisionChanges.of(scope, target, numbers));
      output.print(changes, () -> changes.lines(output.paint()));
      return exitCode && changes.isChange() ? 2 : 0;
    }
    var preview =
        primary.in(
            (scope, target) -> {
              try (var previews = Previews.of(scope, primary.watches())) {
                return previews.of(scope.primary(target));
              }
            });
    output.print(preview, () -> preview.lines(output.paint()));
    return exitCode && preview.isChange() ? 2 : 0;
  }

  private static Numbers numbers(List<Integer> revisions, OutputFlags output) {
    if (revisions.size() > 2) {
      throw output.misuse("--revisions compares two revisions, such as 3,4");
    }
    return new Numbers(
        OptionalInt.of(revisions.getFirst()),
        revisions.size() > 1 ? OptionalInt.of(revisions.getLast()) : OptionalInt.empty());
  }

  @Command(
      name = "plan",
      description =
          "Show what this watches.yaml would change for all custom resources. Changes nothing.",
      footer = "  catamaran plan --watches-file new/watches.yaml --all-namespaces")
  static int plan(
      @Mixin ClusterFlags cluster,
      @Mixin OutputFlags output,
      @Mixin EverywhereFlag all,
      @Option(
              names = "--exit-code",
              description = "Exit with 2 if the operator would change something, or fail.")
          boolean exitCode) {
    var plan =
        cluster.in(
            all.isEverywhere,
            scope -> {
              try (var previews = Previews.of(scope, cluster.watches())) {
                return previews.all(
                    (done, number) -> {
                      if (done % STEP == 0) {
                        output.tell("%d of %d custom resources".formatted(done, number));
                      }
                    });
              }
            });
    output.print(plan, () -> plan.lines(output.paint()));
    return exitCode && plan.isChange() ? 2 : 0;
  }
}
