package dev.catamaran.cli;

import dev.catamaran.scaffold.NewProject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran init}: makes the project of an operator. */
@Command(
    name = "init",
    description = "Make the project of a new operator, in the layout of kubebuilder.",
    footer = {"", "Example:", "  catamaran init --domain my.domain --name memcached-operator"},
    mixinStandardHelpOptions = true)
final class Init extends BaseCommand {
  @Option(
      names = "--domain",
      required = true,
      description = "DNS domain of the API groups, such as my.domain.")
  private String domain = "";

  @Option(
      names = {"--name", "--project-name"},
      description = "Name of the operator (default: the directory's name).")
  private @Nullable String name;

  @Option(
      names = "--base-image",
      paramLabel = "IMAGE",
      description = "Image below the operator's image (default: ${DEFAULT-VALUE}).")
  private String baseImage = Version.baseImage();

  @Mixin private final ProjectFlag project = new ProjectFlag();

  @Option(names = "--force", description = "Replace files that exist with other content.")
  private boolean force;

  @Override
  public Integer call() {
    var given = name;
    var version = Version.ofArtifacts();
    var made =
        given == null
            ? NewProject.inFolder(project.path(), domain, version, baseImage)
            : new NewProject(project.path(), domain, given, version, baseImage);
    var files = made.changes().write(force);
    written(files);
    out().println("Next: catamaran create api --group GROUP --version v1alpha1 --kind KIND");
    return 0;
  }
}
