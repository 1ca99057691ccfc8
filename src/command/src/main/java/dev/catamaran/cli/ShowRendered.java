package dev.catamaran.cli;

import dev.catamaran.inspect.RenderedText;
import dev.catamaran.inspect.RenderedText.Part;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Prints what Helm rendered for a stored revision, and nothing else on standard output: other
 * programs read it.
 */
abstract sealed class ShowRendered implements Callable<Integer>
    permits ShowManifest, ShowHooks, ShowNotes {
  @Mixin private final PrimaryArgument argument = new PrimaryArgument();

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Mixin private final RevisionFlag revision = new RevisionFlag();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  private final Part part;

  ShowRendered(Part part) {
    this.part = part;
  }

  @Override
  public Integer call() {
    var rendered =
        cluster.in(scope -> RenderedText.of(scope, argument.target(), revision.number(), part));
    if (rendered.text().isEmpty()) {
      note(
          "revision %d has no %s"
              .formatted(rendered.revision(), part.name().toLowerCase(Locale.ROOT)));
    } else {
      OutputFlags.print(rendered.text(), spec.commandLine().getOut());
    }
    if (rendered.isMasked()) {
      note(
          "secret values are left out, or replaced by ***: read and compare this text, and do not apply it");
    }
    return 0;
  }

  private void note(String text) {
    var err = spec.commandLine().getErr();
    err.println("note: " + text);
    err.flush();
  }
}
