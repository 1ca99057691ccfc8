package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.EverywhereFlag;
import dev.catamaran.cli.ClusterFlags.KubeconfigFlags;
import dev.catamaran.cli.ProjectFlag.KindFlags;
import dev.catamaran.cli.ProjectFlag.VerboseFlag;
import dev.catamaran.importing.FluxImport;
import dev.catamaran.importing.HelmImport;
import dev.catamaran.importing.ReleaseImport;
import dev.catamaran.importing.ReleaseImport.ImportReport;
import dev.catamaran.importing.Source;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.run.TerminalText;
import dev.catamaran.temporary.TemporaryFolder;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran import}: takes releases of other tools into a project. */
@Command(name = "import", description = "Take releases that other tools made into a project.")
final class Import {
  @Command
  static final class ImportFlags extends Console.Flags {
    @Parameters(
        arity = "0..*",
        paramLabel = "NAME",
        description = "Names (default: all of the namespace).")
    private Set<String> names = new LinkedHashSet<>();

    @Option(
        names = {"-n", "--namespace"},
        paramLabel = "NAME",
        description = "Where they are (default: the namespace of the context).")
    private Optional<String> namespace = Optional.empty();

    @Mixin private final EverywhereFlag all = new EverywhereFlag();

    @Mixin private final KindFlags flags = new KindFlags();

    @Mixin private final KubeconfigFlags kubeconfig = new KubeconfigFlags();

    @Mixin private final VerboseFlag detail = new VerboseFlag();

    /** A source in a namespace, or in all if it is empty. */
    private interface Tool {
      Source source(Cluster cluster, String namespace, Set<String> names);
    }

    /**
     * Imports.
     *
     * @param next the page with the further steps, and where to begin
     */
    private int from(Tool tool, String next) {
      try (var work = TemporaryFolder.create("import-")) {
        return report(
            kubeconfig.use(
                cluster ->
                    tool.source(
                            cluster,
                            all.isEverywhere ? "" : namespace.orElseGet(cluster::namespace),
                            names)
                        .into(new ReleaseImport(flags.api(), work.path()))),
            next);
      }
    }

    /** Prints what was done. Returns 1 if nothing was, or a named release was not. */
    private int report(ImportReport report, String next) {
      detail.written(report.files(), out());
      report
          .lines()
          .forEach(line -> out().println(TerminalText.lines(line.replaceAll("\\R", " "))));
      detail.notes(report.notes(), out());
      report.refusals().forEach(line -> err().println(TerminalText.oneLine(line)));
      boolean isImported = !report.lines().isEmpty();
      if (isImported) {
        out().println("Next: docs/migrate/" + next);
      }
      boolean isIncomplete = !names.isEmpty() && !report.refusals().isEmpty();
      return isImported && !isIncomplete ? 0 : 1;
    }
  }

  @Command(
      name = "helm",
      description =
          "Take releases that people made with Helm into the project in this directory: the chart of the stored revision,"
              + " the kind, and a custom resource for each release in config/imported. Values that look like credentials"
              + " go into a Secret beside it. Reads the cluster, and changes only files. The operator then takes over each"
              + " release as it is, once its custom resource is applied.",
      footer = {
        "  catamaran import helm --namespace team-a",
        "  catamaran import helm frontend --namespace team-a --kind Frontend",
        "  catamaran import helm shop --helm-chart oci://ghcr.io/example/charts/shop --helm-chart-version 1.2.3"
      })
  int helm(@Mixin ImportFlags flags) {
    return flags.from(HelmImport::new, "from-helm.md, from \"Look before the operator runs\" on");
  }

  @Command(
      name = "flux",
      description =
          "Take the releases of Flux's HelmReleases (helm.toolkit.fluxcd.io/v2) into the project in this directory: the"
              + " chart of the stored revision, the kind, and a custom resource for each release in config/imported, with"
              + " the HelmRelease's values and valuesFrom. Prints what the HelmRelease has and the operator has not. Reads"
              + " the cluster, and changes only files.",
      footer = {
        "  catamaran import flux --namespace apps",
        "  catamaran import flux podinfo --namespace apps --kind Frontend"
      })
  int flux(@Mixin ImportFlags flags) {
    return flags.from(
        FluxImport::new, "from-flux.md: suspend each HelmRelease before you apply config/imported");
  }
}
