package dev.catamaran.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code catamaran version}. */
@Command(name = "version", description = "Print the version.")
final class Version implements Callable<Integer>, CommandLine.IVersionProvider {
  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().println(getVersion()[0]);
    return 0;
  }

  @Override
  public String[] getVersion() {
    var version =
        Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
            .orElse("development");
    return new String[] {"catamaran " + version};
  }
}
