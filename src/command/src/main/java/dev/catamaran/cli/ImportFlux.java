package dev.catamaran.cli;

import dev.catamaran.importing.FluxImport;
import dev.catamaran.importing.ImportReport;
import picocli.CommandLine.Command;

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
final class ImportFlux extends ImportCommand {

  @Override
  ImportReport carryOut(Request request) {
    return new FluxImport(request.cluster(), request.namespace(), request.names())
        .into(request.project(), request.workFolder());
  }
}
