package dev.catamaran.cli;

import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.image.BaseImage;
import dev.catamaran.image.OperatorFiles;
import dev.catamaran.image.OperatorImage;
import dev.catamaran.scaffold.NewProject;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran build}: builds the operator's image without a container engine. */
@Command(
    name = "build",
    description =
        "Build the image of the operator, without a container engine. It has the base image, watches.yaml, helm-charts/,"
            + " the charts that watches.yaml names and the jars in target/.",
    footer = {
      "  catamaran build -t registry.example.com/memcached-operator:1.0.0 --push",
      "  catamaran build --from tar://catamaran-image.tar -t localhost/memcached-operator:1.0.0 --tar dist/image.tar"
    })
final class BuildImage extends BaseCommand {
  @Option(
      names = "--from",
      paramLabel = "IMAGE",
      description =
          "Base image: a name in a registry, or tar:// and the path of an archive (default: the"
              + " image of this version of Catamaran, which is in no registry: the command says how"
              + " to get it).")
  private String base = NewProject.baseImage(ProjectCommands.artifacts());

  @Option(
      names = {"-t", "--tag"},
      paramLabel = "IMAGE",
      required = true,
      description = "Name of the new image.")
  private String name = "";

  /** Where the image goes. */
  static final class Target {
    @Option(names = "--tar", paramLabel = "FILE", description = "Write the image to this archive.")
    private @Nullable Path archive;

    @Option(names = "--push", description = "Push the image to its registry.")
    private boolean push;
  }

  @Option(
      names = "--platform",
      paramLabel = "OS/ARCH",
      split = ",",
      description =
          "Platform of the image, such as linux/arm64; several with --push (default: linux/amd64,"
              + " or the platform of the archive).")
  private List<String> platforms = List.of();

  @Option(
      names = "--plain-http",
      description =
          "Allow registries without TLS. Those on localhost and 127.* are always allowed.")
  private boolean plainHttp;

  @ArgGroup(multiplicity = "1")
  private Target target = new Target();

  @Mixin private final ProjectFlag project = new ProjectFlag();

  @Override
  public Integer call() {
    var below = new BaseImage(base);
    var chosen = platforms.stream().map(OperatorImage::platform).collect(Collectors.toSet());
    var image = new OperatorImage(files(), below, chosen, name, plainHttp, err()::println);
    if (target.push) {
      image.push();
      out().printf("%s is pushed%n", name);
    } else {
      var archive = Objects.requireNonNull(target.archive);
      image.writeTo(archive);
      out().printf("%s is written to %s%n", name, archive);
    }
    return 0;
  }

  private OperatorFiles files() {
    return OperatorFiles.of(
        project.path(),
        project.watches().watches().stream()
            .flatMap(watch -> watch.chart().stream())
            .flatMap(chart -> chart.charts().references().stream())
            .filter(Local.class::isInstance)
            .map(reference -> ((Local) reference).path())
            .collect(Collectors.toSet()));
  }
}
