package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.reports.BugReport;
import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.run.CommandLines;
import dev.catamaran.terminal.Output;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran status}: all primaries, or one with everything about it. */
@Command(
    name = "status",
    description = "List all primaries, or show one with its release, its objects and its Events.",
    footer = {
      "",
      "Example:",
      "  catamaran status --all-namespaces",
      "  catamaran status memcached -o wide",
      "  catamaran status memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true)
final class Status extends BaseCommand {
  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final OutputFlags output = new OutputFlags(true);

  @Parameters(
      arity = "0..1",
      paramLabel = "KIND|KIND/NAME",
      description =
          "All of a kind, or one with everything about it (default: all). KIND is a kind, plural or"
              + " short name, with or without .group.")
  private String word = "";

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "List the primaries of all namespaces.")
  private boolean isEverywhere;

  @Override
  public Integer call() {
    if (!word.contains("/")) {
      return cluster.in(isEverywhere, this::all);
    }
    if (isEverywhere) {
      throw misuse("--all-namespaces is for a list; remove it, or the name");
    }
    var target = Target.parse(word);
    var report = cluster.in(scope -> PrimaryReport.of(scope, scope.primary(target)));
    output.print(report, () -> report.tree(clock(), output.paint()).lines());
    return 0;
  }

  private int all(Scope scope) {
    var listing = word.isEmpty() ? scope.list() : scope.list(word);
    listing.note().ifPresent(note -> tell("note: " + note));
    var list = listing.rows();
    if (list.items().isEmpty() && scope.isMissing()) {
      throw new ManagerException(
          "there is no namespace %s; write another --namespace, or --all-namespaces"
              .formatted(scope.namespace()));
    }
    if (list.items().isEmpty() && !output.output().isData()) {
      output.print(
          isEverywhere
              ? "No custom resource found in any namespace"
              : "No custom resource found; --all-namespaces lists those of all namespaces");
    } else {
      var table = list.table(output.output() == Output.WIDE, clock());
      output.print(list, () -> table.lines(output.paint()));
    }
    return 0;
  }

  private static Clock clock() {
    return Clock.systemUTC();
  }

  /** {@code catamaran report}: one file for an issue. */
  @Command(
      name = "report",
      description =
          "Print what a bug report needs, as Markdown: versions, watches.yaml, primaries, Events"
              + " and log. Values and secrets are asterisks. Read it before you publish it.",
      footer = {
        "",
        "Example:",
        "  catamaran report --all-namespaces >report.md",
        "  catamaran report memcached/memcached-sample --operator-namespace"
            + " memcached-operator-system >report.md",
      },
      mixinStandardHelpOptions = true)
  static final class WriteReport extends BaseCommand {
    @Mixin private final ClusterFlags cluster = new ClusterFlags();

    @Parameters(
        arity = "0..*",
        paramLabel = "KIND/NAME",
        description = "Primaries (default: those that are not ready).")
    private List<String> words = List.of();

    @Option(
        names = {"-A", "--all-namespaces"},
        description = "Look for primaries in all namespaces.")
    private boolean isEverywhere;

    @Option(
        names = "--operator-namespace",
        paramLabel = "NAME",
        description = "Namespace of the operator's pods (default: all namespaces).")
    private @Nullable String operatorNamespace;

    @Option(
        names = "--log-lines",
        paramLabel = "NUMBER",
        description = "Lines of the operator's log, the newest (default: ${DEFAULT-VALUE}).")
    private int logLines = 300;

    @Override
    public Integer call() {
      var targets = words.stream().map(Target::parse).toList();
      if (isEverywhere && !targets.isEmpty()) {
        throw misuse("--all-namespaces is for a list; remove it, or the names");
      }
      var clock = Clock.systemUTC();
      var request =
          new BugReport.Request(
              CommandLines.version(),
              targets,
              cluster.watches(),
              Optional.ofNullable(operatorNamespace),
              logLines);
      var report = cluster.reading(isEverywhere, scope -> BugReport.of(scope, request, clock));
      print(report.stripTrailing());
      tell(
          "Read it before you publish it: names, messages and log lines of your cluster are in"
              + " it.");
      return 0;
    }
  }
}
