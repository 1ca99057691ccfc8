package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.terminal.TerminalText;
import dev.catamaran.update.UpdatePlan;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How the commands end that merge a new version into a project. */
@Command
final class UpdateFlags {
  @Spec(Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  /** Prints the report. */
  void print(UpdatePlan plan) {
    OutputFlags.print(TerminalText.lines(plan.report()), out());
  }

  /**
   * Returns the exit code of a comparison: 2 if there is something to write, as of {@code diff}.
   *
   * @throws ManagerException if the files cannot be written
   */
  int check(UpdatePlan plan) {
    plan.changes().check(false);
    if (plan.changes().pending().isEmpty()) {
      return 0;
    }
    err().println("Run the same command without --check, and commit the files");
    return 2;
  }

  /**
   * Writes the files, and returns the exit code.
   *
   * @param next what to do then
   * @throws ManagerException if the files cannot be written
   */
  int write(UpdatePlan plan, String next) {
    var files = plan.changes().write(false);
    if (!plan.conflicts().isEmpty()) {
      err().println("These files need your decision; then run make manifests:");
      plan.conflicts().forEach(conflict -> err().println(TerminalText.oneLine(conflict)));
      return 1;
    }
    if (!files.isEmpty()) {
      err().printf("%d files are written or removed%nNext: %s%n", files.size(), next);
    }
    return 0;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
