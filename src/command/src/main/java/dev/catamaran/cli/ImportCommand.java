package dev.catamaran.cli;

import dev.catamaran.importing.ImportReport;
import dev.catamaran.importing.ReleaseImport;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.temporary.TemporaryFolder;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** An import from one tool. */
abstract sealed class ImportCommand implements Callable<Integer>
    permits ImportArgocd, ImportFlux, ImportHelm {

  @Mixin private final ImportFlags flags = new ImportFlags();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  /**
   * What is to be imported, and whereto.
   *
   * @param namespace empty for all
   * @param names empty for all of the namespace
   * @param workFolder for charts
   */
  record Request(
      Cluster cluster,
      String namespace,
      Set<String> names,
      ReleaseImport project,
      Path workFolder) {}

  abstract ImportReport carryOut(Request request);

  @Override
  public final Integer call() {
    try (var work = TemporaryFolder.create("import-")) {
      var report =
          flags.in(
              cluster ->
                  carryOut(
                      new Request(
                          cluster,
                          flags.namespace(cluster),
                          flags.names(),
                          flags.project(),
                          work.path())));
      return flags.print(report, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
  }
}
