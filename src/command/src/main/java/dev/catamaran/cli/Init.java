package dev.catamaran.cli;

import dev.catamaran.project.NewProject;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code catamaran init}: makes the project of an operator. */
@Command(
    name = "init",
    description = "Make the project of a new operator, in the layout of kubebuilder.",
    footer = {"", "Example:", "  catamaran init --domain my.domain --name memcached-operator"},
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Init implements Callable<Integer> {

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

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    var given = name;
    var version = Version.ofArtifacts();
    var made =
        given == null
            ? NewProject.inFolder(project.path(), domain, version, baseImage)
            : new NewProject(project.path(), domain, given, version, baseImage);
    var files = made.changes().write(force);
    var out = spec.commandLine().getOut();
    files.forEach(file -> out.printf("%s is written%n", file));
    out.println("Next: catamaran create api --group GROUP --version v1alpha1 --kind KIND");
    return 0;
  }
}
