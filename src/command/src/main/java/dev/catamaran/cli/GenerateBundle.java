package dev.catamaran.cli;

import dev.catamaran.distribution.GeneratedFolder;
import dev.catamaran.distribution.ImageName;
import dev.catamaran.distribution.OperatorBundle;
import dev.catamaran.generate.DeclaredRights;
import dev.catamaran.project.Changes;
import dev.catamaran.project.GeneratedManifests;
import dev.catamaran.project.ProjectFile;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code catamaran generate bundle}: a bundle for the Operator Lifecycle Manager. */
@Command(
    name = "bundle",
    description =
        "Generate a bundle for the Operator Lifecycle Manager from config/. The classes of typed reconcilers must be on"
            + " the class path. Needs no cluster.",
    footer = {
      "",
      "Example:",
      "  catamaran generate bundle --version 1.0.0 --image registry.example.com/memcached-operator:1.0.0",
    },
    sortOptions = false)
final class GenerateBundle implements Callable<Integer> {

  @Mixin private final DistributionFlags flags = new DistributionFlags();

  @Option(
      names = "--channels",
      split = ",",
      paramLabel = "CHANNEL",
      description = "Channels of the catalog, the default first (default: ${DEFAULT-VALUE}).")
  private List<String> channels = List.of("alpha");

  @Option(
      names = "--force",
      description = "Replace generated files that a person edited, and another bundle.Dockerfile.")
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
    var bundle = new OperatorBundle(project, flags.version(), image, channels, rules);
    var changes = new Changes(project);
    changes.replace("bundle.Dockerfile", bundle.dockerfile());
    var base = OperatorBundle.basePath(name);
    if (!Files.exists(project.resolve(base))) {
      changes.create(base, bundle.base());
    }
    var files = bundle.files();
    var folder = project.resolve("bundle").normalize();
    changes.check(force);
    new GeneratedFolder(folder).write(files, force);
    var out = spec.commandLine().getOut();
    changes.write(force).forEach(file -> out.printf("%s is written%n", file));
    out.printf("%s is written%n", folder);
    out.printf("Next: describe the operator in %s, and run the command again%n", base);
    return 0;
  }
}
