package dev.catamaran.cli;

import dev.catamaran.importing.ArgoImport;
import dev.catamaran.importing.ImportReport;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code catamaran import argocd}: takes what Argo CD made from charts into a project. */
@Command(
    name = "argocd",
    description = {
      "Take what Applications of Argo CD (argoproj.io/v1alpha1) made from charts into the project in this directory:"
          + " the deployed version of the chart, the kind, and a custom resource for each Application in"
          + " config/imported, with its values and parameters. --namespace names the namespace of the Applications. Prints what an"
          + " Application has and the operator has not. Reads the cluster, and changes only files. The operator then"
          + " adopts the objects with the first revision of a release, once the custom resource is applied.",
    },
    footer = {
      "",
      "Examples:",
      "  catamaran import argocd --namespace argocd",
      "  catamaran import argocd shop --namespace argocd --values environments/production.yaml",
      "  catamaran import argocd shop --namespace argocd --helm-chart ./charts/shop",
    },
    sortOptions = false)
final class ImportArgocd extends ImportCommand {

  @Option(
      names = "--values",
      paramLabel = "FILE",
      description =
          "A copy of a value file that only Argo CD can read, such as one of another source. More than once, the later"
              + " with precedence.")
  private List<Path> values = List.of();

  @Override
  ImportReport carryOut(Request request) {
    return new ArgoImport(request.cluster(), request.namespace(), request.names(), values)
        .into(request.project(), request.workFolder());
  }
}
