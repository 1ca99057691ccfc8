package dev.catamaran.cli;

import dev.catamaran.temporary.TemporaryFolder;
import dev.catamaran.update.ProjectUpdate;
import dev.catamaran.update.UpdatePlan;
import dev.catamaran.update.UpdateRequest;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran update chart}: takes another version of a chart into a project. */
@Command(
    name = "chart",
    description =
        "Take another version of a chart into the project, merge it with your edits of the copy in helm-charts, and"
            + " write the CRD, the permissions and an unedited sample again. Print what changes as Markdown. If an"
            + " edit and a change are at the same place, the file gets both, with the markers of Git. Needs no cluster.",
    footer = {
      "",
      "Examples:",
      "  catamaran update chart",
      "  catamaran update chart Podinfo --version 6.9.0 >update.md",
      "  catamaran update chart Podinfo --helm-chart ./podinfo-6.9.0 --from ./podinfo-6.8.0",
      "  catamaran update chart --check",
    })
final class UpdateChart extends BaseCommand {
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
      names = "--check",
      description = "Write no file of the project; exit with 2 if there is something to update.")
  private boolean check;

  @Mixin private final UpdateFlags flags = new UpdateFlags();

  @Mixin private final ProjectFlag project = new ProjectFlag();

  @Mixin final HelpFlag help = new HelpFlag();

  @Mixin private final NoteFlags noteFlags = new NoteFlags();

  @Override
  public Integer call() {
    var request = new UpdateRequest(kind, chart, repository, version, from, plainHttp);
    try (var work = TemporaryFolder.create("update-")) {
      return finish(
          new ProjectUpdate(project.path(), project::watches, request).changes(work.path()));
    }
  }

  private int finish(UpdatePlan plan) {
    flags.print(plan);
    noteFlags.print(plan.notes(), err());
    return check
        ? flags.check(plan)
        : flags.write(
            plan, "make test, and `catamaran plan` to see what it does to the custom resources");
  }
}
