package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cli.Console.Flags;
import dev.catamaran.cli.Console.OutputFlags;
import dev.catamaran.cli.ProjectFlag.VerboseFlag;
import dev.catamaran.generate.DeclaredRights;
import dev.catamaran.generate.GeneratedFiles;
import dev.catamaran.manifests.GeneratedManifests;
import dev.catamaran.preview.OfflineRendering;
import dev.catamaran.project.Changes;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.run.CommandLines;
import dev.catamaran.scaffold.NewProject;
import dev.catamaran.validation.Validation;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that make, complete and check a project, and those about the command itself. */
final class ProjectCommands {
  private ProjectCommands() {}

  @Command(
      name = "init",
      description = "Make the project of a new operator, in the layout of kubebuilder.",
      footer = "  catamaran init --domain my.domain --name memcached-operator")
  static int init(
      @Option(
              names = "--domain",
              paramLabel = "DOMAIN",
              required = true,
              description = "DNS domain of the API groups, such as my.domain.")
          String domain,
      @Option(
              names = {"--name", "--project-name"},
              paramLabel = "NAME",
              description = "Name of the operator (default: the directory's name).")
          @Nullable String name,
      @Mixin ProjectFlag project,
      @Option(names = "--force", description = "Replace files that exist with other content.")
          boolean force,
      @Mixin VerboseFlag detail) {
    var made =
        name == null
            ? NewProject.inFolder(project.path(), domain, artifacts())
            : new NewProject(project.path(), domain, name, artifacts());
    detail.written(made.changes().write(force), project.out());
    project
        .out()
        .println("Next: catamaran create api --group GROUP --version v1alpha1 --kind KIND");
    return 0;
  }

  @Command(
      name = "manifests",
      description =
          "Write CRDs, permissions and webhook configurations from charts and classes. They follow from watches.yaml; outside"
              + " of a project of `catamaran init` those of classes alone. Edits of people stay. The classes must be on the class path. Needs no cluster.",
      footer =
          "  java -cp 'catamaran.jar:target/my-operator.jar' dev.catamaran.cli.Main manifests --check")
  static int manifests(
      @Mixin ProjectFlag project,
      @Option(
              names = "--crds",
              paramLabel = "DIRECTORY",
              defaultValue = "config/crd/bases",
              description = "Directory of the CRDs (default: ${DEFAULT-VALUE}).")
          Path definitions,
      @Option(
              names = "--webhooks",
              paramLabel = "FILE",
              defaultValue = "config/webhook/manifests.yaml",
              description = "Path of the webhook configurations (default: ${DEFAULT-VALUE}).")
          Path webhooks,
      @Option(
              names = "--check",
              description = "Write nothing; exit with 2 if a file is missing or out of date.")
          boolean check,
      @Option(
              names = "--force",
              description = "Replace files that exist with other content and were never generated.")
          boolean force,
      @Mixin VerboseFlag detail) {
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
      project
          .out()
          .printf(
              "No manifest: %s has no reconciler of a custom resource, and no webhook%n",
              watches.file());
    }
    detail.notes(notes, project.out());
    if (check && !changes.pending().isEmpty()) {
      changes.pending().forEach(path -> project.err().printf("%s is out of date%n", path));
      project.err().println("Run the same command without --check, and commit the files");
      return 2;
    }
    var written =
        check ? List.<Path>of() : changes.write(force).stream().filter(planned::contains).toList();
    detail.written(written, project.out());
    if (written.size() < planned.size()) {
      project.print("%d up to date".formatted(planned.size() - written.size()));
    }
    return 0;
  }

  @Command(
      name = "validate",
      description =
          "Check watches.yaml, classes, charts, CRDs and samples of a project. Report all problems at once, and exit with 1"
              + " if there is an error. `catamaran manifests --check` says whether generated files are up to date. Needs no cluster.",
      footer = {
        "  catamaran validate",
        "  catamaran validate --strict",
        "  catamaran validate -o json"
      })
  static int validate(
      @Mixin ProjectFlag project,
      @Option(names = "--strict", description = "Exit with 1 also if there are only warnings.")
          boolean strict,
      @Mixin OutputFlags output) {
    var report = Validation.of(project.path(), new OfflineEnvironment(System.getenv()));
    output.print(report.findings(), report::lines);
    return report.isFailure(strict) ? 1 : 0;
  }

  @Command(
      name = "template",
      description =
          "Render a custom resource with its chart, like helm template. Needs no cluster. Values of Secrets are shown, and standard"
              + " error says what only a cluster knows.",
      footer = {
        "  catamaran template -f config/samples/cache_v1alpha1_memcached.yaml",
        "  kubectl get memcached memcached-sample -o yaml | catamaran template -f -"
      })
  static int template(
      @Mixin ProjectFlag project,
      @Option(
              names = {"-f", "--filename"},
              paramLabel = "FILE",
              required = true,
              description = "Path of a file with custom resources, or - for standard input.")
          Path file,
      @Option(
              names = {"-n", "--namespace"},
              paramLabel = "NAME",
              defaultValue = "default",
              description = "Namespace of those that name none (default: ${DEFAULT-VALUE}).")
          String namespace) {
    var rendering = OfflineRendering.of(project.file(), file, namespace);
    project.print(rendering.text());
    rendering.notes().forEach(note -> project.tell("note: " + note));
    return 0;
  }

  @Command(name = "version", description = "Print the version.", footer = "  catamaran version")
  static int version(@Mixin Flags console) {
    console.out().println(CommandLines.version());
    return 0;
  }

  static String artifacts() {
    return CommandLines.release().orElse("0.1.0-SNAPSHOT");
  }

  @Command(
      name = "completion",
      description =
          "Print the completion script of a shell: bash or zsh. It completes commands and options.",
      footer = "  source <(catamaran completion bash)")
  static int completion(
      @Mixin Flags console,
      @Parameters(paramLabel = "SHELL", description = "bash or zsh.") String shell) {
    // One script serves both: in zsh it loads the functions of bash.
    if (!List.of("bash", "zsh").contains(shell)) {
      throw new ManagerException(
          "there is no completion for \"%s\"; write bash or zsh".formatted(shell));
    }
    var root = Main.commandLine();
    console.print(AutoComplete.bash(root.getCommandName(), root).stripTrailing());
    return 0;
  }
}
