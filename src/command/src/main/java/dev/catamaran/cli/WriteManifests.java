package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.generate.GeneratedFile;
import dev.catamaran.generate.GeneratedFiles;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watches;
import dev.catamaran.watch.WatchesLoader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code catamaran manifests}: writes or checks the files that follow from Java classes. */
@Command(
    name = "manifests",
    description = {
      "Write the CRDs and the webhook configurations that follow from the Java classes of watches.yaml."
          + " The classes must be on the class path. Needs no cluster.",
    },
    footer = {
      "",
      "Example:",
      "  java -cp 'catamaran.jar:target/my-operator.jar' dev.catamaran.cli.Main manifests --check",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class WriteManifests implements Callable<Integer> {

  @Option(
      names = "--watches-file",
      defaultValue = "./watches.yaml",
      description = "Path of watches.yaml (default: ${DEFAULT-VALUE}).")
  private Path watchesFile = Path.of("./watches.yaml");

  @Option(
      names = "--crds",
      defaultValue = "config/crd/bases",
      description = "Folder of the CRDs (default: ${DEFAULT-VALUE}).")
  private Path definitions = Path.of("config/crd/bases");

  @Option(
      names = "--webhooks",
      defaultValue = "config/webhook/manifests.yaml",
      description = "Path of the webhook configurations (default: ${DEFAULT-VALUE}).")
  private Path webhooks = Path.of("config/webhook/manifests.yaml");

  @Option(
      names = "--check",
      description = "Write nothing; exit with 1 if a file is missing or out of date.")
  private boolean check;

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    var manifests = GeneratedFiles.of(watches(), definitions, webhooks);
    var outdated = manifests.stream().filter(manifest -> !manifest.isUpToDate()).toList();
    if (manifests.isEmpty()) {
      out.printf(
          "No manifest: %s has no reconciler of a custom resource, and no webhook%n", watchesFile);
    }
    return check ? report(manifests, outdated) : write(manifests, outdated, out);
  }

  private int report(List<GeneratedFile> manifests, List<GeneratedFile> outdated) {
    if (outdated.isEmpty()) {
      manifests.forEach(
          manifest -> spec.commandLine().getOut().printf("%s is up to date%n", manifest.path()));
      return 0;
    }
    var err = spec.commandLine().getErr();
    outdated.forEach(manifest -> err.printf("%s is out of date%n", manifest.path()));
    err.println("Run the same command without --check, and commit the files");
    return 1;
  }

  private static int write(
      List<GeneratedFile> manifests, List<GeneratedFile> outdated, PrintWriter out) {
    for (var manifest : manifests) {
      if (outdated.contains(manifest)) {
        manifest.write();
        out.printf("%s is written%n", manifest.path());
      } else {
        out.printf("%s is up to date%n", manifest.path());
      }
    }
    return 0;
  }

  /** Charts and templates have no effect on the manifests, so they are not read. */
  private Watches watches() {
    try {
      return new WatchesLoader(chart -> {}, template -> template)
          .load(watchesFile, System.getenv());
    } catch (InvalidWatchesException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }
}
