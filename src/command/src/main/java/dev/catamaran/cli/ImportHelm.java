package dev.catamaran.cli;

import dev.catamaran.importing.HelmImport;
import dev.catamaran.importing.ImportReport;
import picocli.CommandLine.Command;

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
final class ImportHelm extends ImportCommand {

  @Override
  ImportReport carryOut(Request request) {
    return new HelmImport(request.cluster(), request.namespace(), request.names())
        .into(request.project(), request.workFolder());
  }
}
