package dev.catamaran.cli;

import dev.catamaran.manifests.ReleaseRights;
import dev.catamaran.scaffold.ChartApi;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags for a new kind with a chart. */
final class KindFlags {
  @Option(
      names = "--group",
      description = "API group without the domain (default for a chart: charts).")
  @Nullable String group;

  @Option(names = "--version", description = "Version of the API (default for a chart: v1alpha1).")
  @Nullable String version;

  @Option(names = "--kind", description = "The kind (default for a chart: from the chart's name).")
  @Nullable String kind;

  @Mixin final ChartFlags chart = new ChartFlags();

  @Option(
      names = "--own-rights",
      description =
          "Make releases with the operator's own permissions (default: with the permissions of a service account in the namespace of"
              + " each custom resource).")
  boolean ownRights;

  @Mixin final ProjectFlag project = new ProjectFlag();

  ChartApi api() {
    return new ChartApi(
        project.path(),
        project::watches,
        chart.origin(),
        Optional.ofNullable(group),
        Optional.ofNullable(version),
        Optional.ofNullable(kind),
        ownRights ? ReleaseRights.OWN : ReleaseRights.ACCOUNT);
  }
}
