package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags of the forms in which an operator is distributed. */
final class DistributionFlags {
  /** Semantic versions 2.0.0, as Helm and OLM require them; build metadata is not for OLM. */
  private static final Pattern VERSION =
      Pattern.compile(
          "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?");

  @Option(
      names = "--image",
      description =
          "Image of the operator (default: localhost/, the project's name, and the version).")
  private @Nullable String image;

  @Option(
      names = "--version",
      description = "Version, such as 1.0.0 or 1.0.0-rc.1 (default: ${DEFAULT-VALUE}).")
  private String version = "0.1.0";

  @Mixin private final ProjectFlag project = new ProjectFlag();

  Path project() {
    return project.path();
  }

  String version() {
    if (!VERSION.matcher(version).matches()) {
      throw new ManagerException(
          "--version: \"%s\" is not a semantic version, such as 1.0.0 or 1.0.0-rc.1"
              .formatted(version));
    }
    return version;
  }

  String image(String projectName) {
    var given = image;
    return given == null ? "localhost/%s:%s".formatted(projectName, version()) : given;
  }
}
