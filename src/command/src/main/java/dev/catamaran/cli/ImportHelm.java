package dev.catamaran.cli;

import dev.catamaran.importing.HelmImport;
import dev.catamaran.temporary.TemporaryFolder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code catamaran import helm}: takes releases that people made with Helm into a project. */
@Command(
    name = "helm",
    description = {
      "Take releases that people made with Helm into the project in this directory: the chart of the stored revision,"
          + " the kind, and a custom resource for each release in config/imported. Values that look like credentials"
          + " go into a Secret beside it. Reads the cluster, and changes only files. The operator then takes over each"
          + " release as it is, once its custom resource is applied.",
    },
    footer = {
      "",
      "Examples:",
      "  catamaran import helm --namespace team-a",
      "  catamaran import helm frontend --namespace team-a --kind Frontend",
      "  catamaran import helm shop --helm-chart oci://ghcr.io/example/charts/shop --helm-chart-version 1.2.3",
    },
    sortOptions = false)
final class ImportHelm implements Callable<Integer> {

  @Mixin private final ImportFlags flags = new ImportFlags();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    try (var work = TemporaryFolder.create("import-")) {
      var report =
          flags.in(
              cluster ->
                  new HelmImport(cluster, flags.namespace(cluster), flags.names())
                      .into(flags.project(), work.path()));
      return flags.print(report, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
  }
}
