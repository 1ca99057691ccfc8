package dev.catamaran.cli;

import dev.catamaran.cli.ProjectFlag.NoteFlags;
import dev.catamaran.generate.DeclaredRights;
import dev.catamaran.generate.GeneratedFiles;
import dev.catamaran.manifests.GeneratedManifests;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectFile;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran manifests}: writes or checks the files that follow from classes and charts. */
@Command(
    name = "manifests",
    description =
        "Write the manifests that follow from the classes and charts of watches.yaml: CRDs, webhook configurations,"
            + " and in a project of `catamaran init` also the CRDs of charts and the operator's role. Edits"
            + " of people stay. The classes must be on the class path. Needs no cluster.",
    footer = {
      "",
      "Example:",
      "  java -cp 'catamaran.jar:target/my-operator.jar' dev.catamaran.cli.Main manifests --check",
    },
    mixinStandardHelpOptions = true)
final class WriteManifests extends BaseCommand {
  @Mixin private final ProjectFlag project = new ProjectFlag();

  @Option(
      names = "--crds",
      defaultValue = "config/crd/bases",
      description = "Directory of the CRDs (default: ${DEFAULT-VALUE}).")
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

  @Option(
      names = "--force",
      description = "Replace files that exist with other content and were never generated.")
  private boolean force;

  @Mixin private final NoteFlags noteFlags = new NoteFlags();

  @Override
  public Integer call() {
    var watches = project.watches();
    var folder = project.path().toAbsolutePath().normalize();
    boolean isProject = ProjectFile.isIn(folder);
    var changes = new Changes(isProject ? folder : Path.of(""));
    GeneratedFiles.of(watches, gvk -> ProjectFile.plural(folder, gvk), definitions, webhooks)
        .forEach(file -> changes.replace(file.path().toString(), file.text()));
    // Only a project knows which files follow from its charts.
    var notes =
        isProject
            ? GeneratedManifests.of(folder, watches).addTo(changes, DeclaredRights.of(watches))
            : List.<String>of();
    var planned = changes.planned().stream().filter(GeneratedManifests::isForPeople).toList();
    if (planned.isEmpty()) {
      out()
          .printf(
              "No manifest: %s has no reconciler of a custom resource, and no webhook%n",
              watches.file());
    }
    noteFlags.print(notes, out());
    return check ? report(changes, planned) : write(changes, planned);
  }

  private int report(Changes changes, List<Path> planned) {
    var outdated = changes.pending();
    if (outdated.isEmpty()) {
      planned.forEach(path -> out().printf("%s is up to date%n", path));
      return 0;
    }
    outdated.forEach(path -> err().printf("%s is out of date%n", path));
    err().println("Run the same command without --check, and commit the files");
    return 1;
  }

  private int write(Changes changes, List<Path> planned) {
    var written = changes.write(force);
    for (var path : planned) {
      out().printf("%s is %s%n", path, written.contains(path) ? "written" : "up to date");
    }
    return 0;
  }
}
