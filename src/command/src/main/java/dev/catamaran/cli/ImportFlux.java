package dev.catamaran.cli;

import dev.catamaran.importing.FluxImport;
import dev.catamaran.temporary.TemporaryFolder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code catamaran import flux}: takes releases that Flux makes into a project. */
@Command(
    name = "flux",
    description = {
      "Take the releases of Flux's HelmReleases (helm.toolkit.fluxcd.io/v2) into the project in this directory: the"
          + " chart of the stored revision, the kind, and a custom resource for each release in config/imported, with"
          + " the HelmRelease's values and valuesFrom. Prints what the HelmRelease has and the operator has not. Reads"
          + " the cluster, and changes only files.",
    },
    footer = {
      "",
      "Examples:",
      "  catamaran import flux --namespace apps",
      "  catamaran import flux podinfo --namespace apps --kind Frontend",
    },
    sortOptions = false)
final class ImportFlux implements Callable<Integer> {

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
                  new FluxImport(cluster, flags.namespace(cluster), flags.names())
                      .into(flags.project(), work.path()));
      return flags.print(report, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
  }
}
