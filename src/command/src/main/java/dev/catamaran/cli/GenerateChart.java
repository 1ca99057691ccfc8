package dev.catamaran.cli;

import dev.catamaran.distribution.GeneratedFolder;
import dev.catamaran.distribution.ImageName;
import dev.catamaran.distribution.OperatorChart;
import dev.catamaran.generate.DeclaredRights;
import dev.catamaran.project.GeneratedManifests;
import dev.catamaran.project.ProjectFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
    },
    sortOptions = false)
final class GenerateChart implements Callable<Integer> {

  @Mixin private final DistributionFlags flags = new DistributionFlags();

  @Option(
      names = "--output",
      paramLabel = "DIRECTORY",
      description = "Directory of the chart (default: dist/chart/ and the name of the project).")
  private Optional<Path> output = Optional.empty();

  @Option(names = "--force", description = "Replace generated files that a person edited.")
  private boolean force;

  @Mixin final HelpFlag help = new HelpFlag();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    var project = flags.project();
    var name = ProjectFile.read(project).projectName();
    var watches = DeclaredWatches.read(project.resolve("watches.yaml"));
    var rules = GeneratedManifests.of(project, watches).rules(DeclaredRights.of(watches));
    var image = ImageName.parse(flags.image(name));
    var folder = output.orElse(project.resolve("dist/chart").resolve(name).normalize());
    new GeneratedFolder(folder)
        .write(new OperatorChart(project, flags.version(), image, rules).files(), force);
    var out = spec.commandLine().getOut();
    out.printf("%s is written%n", folder);
    out.printf(
        "Next: helm install %s %s --namespace %s-system --create-namespace%n", name, folder, name);
    return 0;
  }
}
