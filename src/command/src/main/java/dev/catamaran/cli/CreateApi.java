package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.scaffold.ApiFiles.Plan;
import dev.catamaran.scaffold.JavaApi;
import dev.catamaran.scaffold.NewKind;
import dev.catamaran.temporary.TemporaryFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran create api}: adds a kind with a chart, or with Java classes. */
@Command(
    name = "api",
    description =
        "Add a kind to the project in this directory: the chart or the Java classes, the entry in watches.yaml, the"
            + " CRD, permissions, roles for people, and a sample. PROJECT notes from where a chart was pulled, for"
            + " `catamaran update chart`.",
    footer = {
      "",
      "Examples:",
      "  catamaran create api --group cache --version v1alpha1 --kind Memcached",
      "  catamaran create api --helm-chart podinfo --helm-chart-repo https://stefanprodan.github.io/podinfo",
      "  catamaran create api --helm-chart oci://ghcr.io/stefanprodan/charts/podinfo --helm-chart-version 6.9.0",
      "  catamaran create api --group cache --version v1 --kind MemcachedBackup --java",
    })
final class CreateApi extends BaseCommand {
  @Mixin private final KindFlags flags = new KindFlags();

  @Option(names = "--java", description = "Add Java classes instead of a chart.")
  private boolean java;

  @Option(
      names = "--package",
      description = "Package of the Java classes (default: from the domain and the group).")
  private String packageName = "";

  @Mixin final HelpFlag help = new HelpFlag();

  @Option(names = "--force", description = "Replace files that exist with other content.")
  private boolean force;

  @Mixin private final NoteFlags noteFlags = new NoteFlags();

  @Override
  public Integer call() {
    if (!java) {
      try (var work = TemporaryFolder.create("api-")) {
        return write(flags.api().changes(work.path()));
      }
    }
    if (flags.chart.isNamed()) {
      throw new ManagerException("--java and --helm-chart exclude each other: choose one");
    }
    if (flags.ownRights) {
      throw new ManagerException(
          "--java and --own-rights exclude each other: classes always have the operator's own permissions");
    }
    return write(withClasses().changes());
  }

  private JavaApi withClasses() {
    var names =
        new NewKind(
            given(flags.group, "--group"),
            given(flags.version, "--version"),
            given(flags.kind, "--kind"));
    return new JavaApi(flags.project.path(), names, packageName, Version.ofArtifacts());
  }

  private static String given(@Nullable String value, String option) {
    if (value == null) {
      throw new ManagerException(option + " is required with --java");
    }
    return value;
  }

  private int write(Plan plan) {
    var files = plan.changes().write(force);
    written(files);
    noteFlags.print(plan.notes(), out());
    if (files.isEmpty()) {
      out().println("Nothing changed: the project has this kind already");
    }
    out()
        .printf(
            "Next: make install run, and in a second terminal: kubectl apply -f config/samples/%s%n",
            plan.api().sampleFile());
    return 0;
  }
}
