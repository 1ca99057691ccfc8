package dev.catamaran.cli;

import dev.catamaran.scaffold.NewProject;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code catamaran version}. */
@Command(
    name = "version",
    description = "Print the version.",
    footer = {"", "Example:", "  catamaran version"},
    mixinStandardHelpOptions = true)
final class Version extends BaseCommand implements CommandLine.IVersionProvider {
  @Override
  public Integer call() {
    out().println(getVersion()[0]);
    return 0;
  }

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }

  /** Returns the name of the command and its version. */
  static String text() {
    return "catamaran " + implementation().orElse("development");
  }

  /** Returns the version of the published artifacts that belong to this command. */
  static String ofArtifacts() {
    return implementation().orElse("0.1.0-SNAPSHOT");
  }

  /** Returns the name of the image that operators are built on. */
  static String baseImage() {
    return NewProject.baseImage(ofArtifacts());
  }

  private static Optional<String> implementation() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion());
  }
}
