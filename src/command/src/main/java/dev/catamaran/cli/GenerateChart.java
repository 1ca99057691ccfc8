package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.distribution.GeneratedFolder;
import dev.catamaran.distribution.OperatorChart;
import dev.catamaran.distribution.OperatorChart.ImageName;
import dev.catamaran.generate.DeclaredRights;
import dev.catamaran.manifests.GeneratedManifests;
import dev.catamaran.project.ProjectFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran generate chart}: a Helm chart that installs the operator. */
@Command(
    name = "chart",
    description =
        "Generate a Helm chart that installs what config/default installs. The classes of typed reconcilers must be"
            + " on the class path. Needs no cluster.",
    footer = {
      "",
      "Example:",
      "  catamaran generate chart --image registry.example.com/memcached-operator:1.0.0",
    })
final class GenerateChart extends BaseCommand {
  /** Semantic versions 2.0.0, as Helm requires them, without build metadata: no tag can have it. */
  private static final Pattern VERSION =
      Pattern.compile(
          "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?");

  @Option(
      names = "--image",
      description =
          "Image of the operator (default: localhost/, the project's name, and the version).")
  private Optional<String> image = Optional.empty();

  @Option(
      names = "--version",
      description = "Version, such as 1.0.0 or 1.0.0-rc.1 (default: ${DEFAULT-VALUE}).")
  private String version = "0.1.0";

  @Option(
      names = "--output",
      paramLabel = "DIRECTORY",
      description = "Directory of the chart (default: dist/chart/ and the name of the project).")
  private Optional<Path> output = Optional.empty();

  @Mixin private final ProjectFlag projectFlag = new ProjectFlag();

  @Mixin final HelpFlag help = new HelpFlag();

  @Override
  public Integer call() {
    if (!VERSION.matcher(version).matches()) {
      throw new ManagerException(
          "--version: \"%s\" is not a semantic version, such as 1.0.0 or 1.0.0-rc.1"
              .formatted(version));
    }
    var project = projectFlag.path();
    var name = ProjectFile.read(project).projectName();
    var watches = projectFlag.watches();
    var rules = GeneratedManifests.of(project, watches).rules(DeclaredRights.of(watches));
    var named = ImageName.parse(image.orElse("localhost/%s:%s".formatted(name, version)));
    var folder = output.orElse(project.resolve("dist/chart").resolve(name).normalize());
    new GeneratedFolder(folder).write(new OperatorChart(project, version, named, rules).files());
    out().printf("%s is written%n", folder);
    out()
        .printf(
            "Next: helm install %s %s --namespace %s-system --create-namespace%n",
            name, folder, name);
    return 0;
  }
}
