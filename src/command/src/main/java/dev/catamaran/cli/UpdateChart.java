package dev.catamaran.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.TerminalText;
import dev.catamaran.project.ProjectUpdate;
import dev.catamaran.project.UpdatePlan;
import dev.catamaran.project.UpdateRequest;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catamaran update chart}: takes another version of a chart into a project. */
@Command(
    name = "chart",
    description = {
      "Take another version of a chart into the project, merge it with your edits of the copy in helm-charts, and"
          + " write the CRD, the permissions and an unedited sample again. Print what changes as Markdown. If an"
          + " edit and a change are at the same place, nothing is written. Needs no cluster.",
    },
    footer = {
      "",
      "Examples:",
      "  catamaran update chart",
      "  catamaran update chart Podinfo --version 6.9.0 --report update.md",
      "  catamaran update chart Podinfo --helm-chart ./podinfo-6.9.0 --from ./podinfo-6.8.0",
    },
    sortOptions = false)
final class UpdateChart implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "KIND",
      description =
          "Kind with the chart, such as Podinfo or Podinfo.charts.my.domain (default: all with a pulled chart).")
  private String kind = "";

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description =
          "New version of the chart, or a range (default: the newest; an older one than the present is taken only so).")
  private String version = "";

  @Option(
      names = "--helm-chart",
      paramLabel = "CHART",
      description =
          "New chart, as with `create api` (default: the one that PROJECT names). PROJECT names this one then.")
  private String chart = "";

  @Option(
      names = "--helm-chart-repo",
      paramLabel = "URL",
      description = "Repository of the chart (default: the one that PROJECT names).")
  private String repository = "";

  @Option(
      names = "--from",
      paramLabel = "PATH",
      description =
          "The chart that the project has an edited copy of, as it was: a directory or a .tgz (default: pulled again).")
  private Optional<Path> from = Optional.empty();

  @Option(names = "--plain-http", description = "Allow repositories and registries without TLS.")
  private boolean plainHttp;

  @Option(
      names = "--markers",
      description =
          "In a conflict, write both sides with the markers of Git into the file, and exit with 1.")
  private boolean markers;

  @Option(
      names = "--check",
      description = "Write no file of the project; exit with 1 if there is something to update.")
  private boolean check;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the report into a file too, for a pull request.")
  private Optional<Path> report = Optional.empty();

  @Option(
      names = "--project",
      paramLabel = "DIRECTORY",
      description = "Directory of the project (default: ${DEFAULT-VALUE}).")
  private Path project = Path.of(".");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // Read by picocli. --version is the chart's.
  private boolean help;

  @Mixin private final NoteFlags noteFlags = new NoteFlags();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    var request = new UpdateRequest(kind, chart, repository, version, from, plainHttp, markers);
    try (var work = TemporaryFolder.create("update-")) {
      return finish(
          new ProjectUpdate(
                  project, () -> DeclaredWatches.read(project.resolve("watches.yaml")), request)
              .changes(work.path()));
    }
  }

  private int finish(UpdatePlan plan) {
    var out = spec.commandLine().getOut();
    out.println(TerminalText.lines(plan.report()));
    noteFlags.print(plan.notes(), out);
    report.ifPresent(file -> write(file, plan.report()));
    return check ? check(plan) : write(plan);
  }

  private static void write(Path file, String text) {
    try {
      Files.write(file, text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new ManagerException("--report: %s cannot be written: %s".formatted(file, e));
    }
  }

  private int check(UpdatePlan plan) {
    plan.changes().check(false);
    if (plan.changes().pending().isEmpty()) {
      return 0;
    }
    spec.commandLine()
        .getErr()
        .println("Run the same command without --check, and commit the files");
    return 1;
  }

  private int write(UpdatePlan plan) {
    var files = plan.changes().write(false);
    if (!plan.conflicts().isEmpty()) {
      var err = spec.commandLine().getErr();
      err.println("These files need your decision; then run make manifests:");
      plan.conflicts().forEach(conflict -> err.println(TerminalText.oneLine(conflict)));
      return 1;
    }
    if (!files.isEmpty()) {
      spec.commandLine()
          .getOut()
          .printf(
              "%d files are written or removed%nNext: make test, and `catamaran plan` to see what it does to the custom resources%n",
              files.size());
    }
    return 0;
  }
}
