package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.EverywhereFlag;
import dev.catamaran.cli.ClusterFlags.PrimaryFlags;
import dev.catamaran.cli.Console.Flags;
import dev.catamaran.cli.Console.OutputFlags;
import dev.catamaran.inspect.Target;
import dev.catamaran.reports.BugReport;
import dev.catamaran.reports.ClusterCheck;
import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.reports.ReleasePods;
import dev.catamaran.reports.ReleasePods.Lines;
import dev.catamaran.run.CommandLines;
import dev.catamaran.terminal.Output;
import dev.catamaran.ui.Pages;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that show how primaries are: for a terminal, a browser, or an issue. */
final class Status {
  private static final int MOST_PORTS = 65_535;
  private static final Clock CLOCK = Clock.systemUTC();

  private Status() {}

  @Command(
      name = "status",
      description =
          "List custom resources, or show one with its release, its objects and its Events.",
      footer = {
        "  catamaran status --all-namespaces",
        "  catamaran status memcached -o wide",
        "  catamaran status memcached/memcached-sample"
      })
  static int status(
      @Mixin ClusterFlags cluster,
      @Mixin OutputFlags output,
      @Parameters(
              arity = "0..1",
              paramLabel = "KIND|KIND/NAME",
              defaultValue = "",
              description =
                  "All of a kind, or one with everything about it (default: all). KIND is a kind, plural or"
                      + " short name, with or without .group.")
          String word,
      @Mixin EverywhereFlag all) {
    if (!word.contains("/")) {
      return list(cluster, output, word, all.isEverywhere);
    }
    if (all.isEverywhere) {
      throw output.misuse("--all-namespaces is for a list; remove it, or the name");
    }
    var target = Target.parse(word);
    var report = cluster.in(false, scope -> PrimaryReport.of(scope, scope.primary(target)));
    output.print(report, () -> report.tree(CLOCK, output.paint()).lines());
    return 0;
  }

  private static int list(
      ClusterFlags cluster, OutputFlags output, String kind, boolean isEverywhere) {
    var list =
        cluster.in(
            isEverywhere,
            scope -> {
              var listing = kind.isEmpty() ? scope.list() : scope.list(kind, "");
              listing.note().ifPresent(note -> output.tell("note: " + note));
              if (listing.rows().items().isEmpty()) {
                scope.requireNamespace();
              }
              return listing.rows();
            });
    if (list.items().isEmpty() && !output.output().isData()) {
      output.print(
          isEverywhere
              ? "No custom resource found in any namespace"
              : "No custom resource found; --all-namespaces lists those of all namespaces");
    } else {
      var table = list.table(output.output() == Output.WIDE, CLOCK);
      output.print(list, () -> table.lines(output.paint()));
    }
    return 0;
  }

  @Command(
      name = "events",
      description =
          "List the Events of a custom resource, the objects of its release and their pods.",
      footer = "  catamaran events memcached/memcached-sample")
  static int events(@Mixin PrimaryFlags primary, @Mixin OutputFlags output) {
    var found =
        primary.in((scope, target) -> new ReleasePods(scope, scope.release(target)).events());
    output.print(found, () -> found.lines(CLOCK, output.paint()));
    return 0;
  }

  @Command(
      name = "logs",
      description = "Print the logs of all pods of a release, like kubectl logs --prefix.",
      footer = {
        "  catamaran logs memcached/memcached-sample --since 10m",
        "  catamaran logs memcached/memcached-sample --follow --tail 20"
      })
  static int logs(
      @Mixin PrimaryFlags primary,
      @Option(
              names = {"-f", "--follow"},
              description = "Go on with new lines, until Ctrl-C.")
          boolean isFollowed,
      @Option(
              names = "--tail",
              paramLabel = "NUMBER",
              defaultValue = "-1",
              description = "The newest lines of each container (default: all).")
          int most,
      @Option(
              names = "--since",
              paramLabel = "DURATION",
              defaultValue = "0s",
              description = "Lines that are younger, such as 10m (default: all).")
          Duration since) {
    return primary.in(
        (scope, target) -> {
          new ReleasePods(scope, scope.release(target))
              .logs(new Lines(most, since, isFollowed), primary::print, primary::tell);
          return 0;
        });
  }

  @Command(
      name = "check",
      description =
          "Check whether a cluster has what the operator needs. These are the kinds, a ready operator with its lease, and its"
              + " permissions. Exits with 1 if something is wrong.",
      footer = "  catamaran check --all-namespaces")
  static int check(
      @Mixin ClusterFlags cluster,
      @Mixin OutputFlags output,
      @Mixin EverywhereFlag all,
      @Option(
              names = "--operator-namespace",
              paramLabel = "NAME",
              description = "Namespace of the operator's pods (default: all namespaces).")
          @Nullable String operatorNamespace) {
    var check =
        cluster.in(
            all.isEverywhere,
            scope -> ClusterCheck.of(scope, Optional.ofNullable(operatorNamespace), CLOCK));
    output.print(check, () -> check.lines(output.paint()));
    return check.isGood() ? 0 : 1;
  }

  @Command(
      name = "bug-report",
      description =
          "Print what a bug report needs, as Markdown. It has versions, watches.yaml, custom resources, Events and log."
              + " Values and secrets are asterisks. Read it before you publish it.",
      footer = {
        "  catamaran bug-report --all-namespaces >report.md",
        "  catamaran bug-report memcached/memcached-sample --operator-namespace memcached-operator-system >report.md"
      })
  static int report(
      @Mixin Flags console,
      @Mixin ClusterFlags cluster,
      @Parameters(
              arity = "0..*",
              paramLabel = "KIND/NAME",
              description = "Custom resources (default: those that are not ready).")
          @Nullable List<String> words,
      @Mixin EverywhereFlag all,
      @Option(
              names = "--operator-namespace",
              paramLabel = "NAME",
              description = "Namespace of the operator's pods (default: all namespaces).")
          @Nullable String operatorNamespace,
      @Option(
              names = "--log-lines",
              paramLabel = "NUMBER",
              defaultValue = "300",
              description = "Lines of the operator's log, the newest (default: ${DEFAULT-VALUE}).")
          int logLines) {
    var named = Optional.ofNullable(words).orElse(List.of());
    var targets = named.stream().map(Target::parse).toList();
    if (all.isEverywhere && !targets.isEmpty()) {
      throw console.misuse("--all-namespaces is for a list; remove it, or the names");
    }
    var request =
        new BugReport.Request(
            CommandLines.version(),
            targets,
            cluster.watches(),
            Optional.ofNullable(operatorNamespace),
            logLines);
    var report = cluster.reading(all.isEverywhere, scope -> BugReport.of(scope, request, CLOCK));
    console.print(report.stripTrailing());
    console.tell(
        "Read it before you publish it: names, messages and log lines of your cluster are in it.");
    return 0;
  }

  @Command(
      name = "ui",
      description =
          "Show releases and rollouts as pages in a browser, until Ctrl-C."
              + " Changes nothing; each page has the commands that do.",
      footer = "  catamaran ui --all-namespaces")
  static int ui(
      @Mixin Flags console,
      @Mixin ClusterFlags cluster,
      @Mixin EverywhereFlag all,
      @Option(
              names = "--port",
              paramLabel = "NUMBER",
              description = "Port on 127.0.0.1 (default: a free one).")
          int port) {
    if (port < 0 || port > MOST_PORTS) {
      throw console.misuse(
          "--port: %d is no port; write one up to %d, or none".formatted(port, MOST_PORTS));
    }
    return cluster.in(
        all.isEverywhere,
        scope -> {
          try (var server = new Pages(scope, cluster.watches(), CLOCK).serve(port)) {
            console.print(server.url());
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return 0;
        });
  }
}
