package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.TerminalText;
import dev.catamaran.preview.FleetSnapshots;
import java.nio.file.Files;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code catamaran snapshot}: what previews need to know of a cluster, in one file. */
@Command(
    name = "snapshot",
    description = {
      "Print as JSON what `update chart --snapshot` needs to preview all primaries of this watches.yaml without the"
          + " cluster: specs, versions and kinds of the API server, and what the charts look up. Values of Secrets,"
          + " and of fields that are named like one, are replaced. Changes nothing.",
    },
    footer = {
      "",
      "Example:",
      "  catamaran snapshot --all-namespaces >fleet.json",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class TakeSnapshot implements Callable<Integer> {
  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Include the primaries of all namespaces.")
  private boolean isEverywhere;

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    if (!Files.exists(cluster.watches())) {
      throw new ManagerException(
          "%s does not exist; write --watches-file with the operator's file"
              .formatted(cluster.watches()));
    }
    var clock = Clock.systemUTC();
    var fleet =
        isEverywhere
            ? cluster.everywhere(scope -> FleetSnapshots.of(scope, clock))
            : cluster.in(scope -> FleetSnapshots.of(scope, clock));
    OutputFlags.print(fleet.text(), spec.commandLine().getOut());
    var err = spec.commandLine().getErr();
    fleet.notes().forEach(note -> err.println(TerminalText.oneLine(note)));
    if (fleet.primaries().isEmpty() && !isEverywhere) {
      err.println("No primary found; --all-namespaces takes the primaries of all namespaces");
    }
    err.printf(
        "primaries: %d, objects that charts look up: %d%n",
        fleet.primaries().size(), fleet.objects().size());
    return 0;
  }
}
