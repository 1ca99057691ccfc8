package dev.catamaran.cli;

import dev.catamaran.project.ChartOrigin;
import picocli.CommandLine.Option;

/** The chart of a kind, as the forms of operator-sdk name it. */
final class ChartFlags {
  @Option(
      names = "--helm-chart",
      paramLabel = "CHART",
      description =
          "A directory, a .tgz, the https address of a .tgz, a name with --helm-chart-repo, or oci://host/path (default: Helm's"
              + " starter chart; for an import, the deployed chart).")
  private String chart = "";

  @Option(names = "--helm-chart-repo", paramLabel = "URL", description = "Repository of the chart.")
  private String repository = "";

  @Option(
      names = "--helm-chart-version",
      paramLabel = "VERSION",
      description = "Version of the chart, or a range (default: the newest).")
  private String version = "";

  @Option(names = "--plain-http", description = "Allow repositories and registries without TLS.")
  private boolean plainHttp;

  /**
   * Returns the chart; one without a name if none is named.
   *
   * @throws dev.catamaran.api.ManagerException if the options contradict each other
   */
  ChartOrigin origin() {
    return new ChartOrigin(chart, repository, version, plainHttp);
  }

  boolean isNamed() {
    return !chart.isEmpty();
  }
}
