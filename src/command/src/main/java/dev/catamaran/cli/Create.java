package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cli.ProjectFlag.KindFlags;
import dev.catamaran.cli.ProjectFlag.VerboseFlag;
import dev.catamaran.scaffold.ApiFiles.Plan;
import dev.catamaran.scaffold.JavaApi;
import dev.catamaran.scaffold.NewKind;
import dev.catamaran.scaffold.WebhookApi;
import dev.catamaran.temporary.TemporaryFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran create}: adds to a project. */
@Command(
    name = "create",
    description = "Add a kind, or webhooks of a kind, to a project.",
    subcommands = {Create.CreateApi.class, Create.CreateWebhook.class})
final class Create {

  /** {@code catamaran create api}: adds a kind with a chart, or with Java classes. */
  @Command(
      name = "api",
      description =
          "Add a kind to the project in this directory: the chart or the Java classes, the entry in watches.yaml, the"
              + " CRD, permissions, roles for people, and a sample. PROJECT notes from where a chart was pulled, for"
              + " `catamaran update chart`.",
      footer = {
        "  catamaran create api --group cache --version v1alpha1 --kind Memcached",
        "  catamaran create api --helm-chart podinfo --helm-chart-repo https://stefanprodan.github.io/podinfo",
        "  catamaran create api --helm-chart oci://ghcr.io/stefanprodan/charts/podinfo --helm-chart-version 6.9.0",
        "  catamaran create api --group cache --version v1 --kind MemcachedBackup --java"
      })
  static final class CreateApi extends BaseCommand {
    @Mixin private final KindFlags flags = new KindFlags();

    @Option(names = "--java", description = "Add Java classes instead of a chart.")
    private boolean java;

    @Option(
        names = "--package",
        description = "Package of the Java classes (default: from the domain and the group).")
    private String packageName = "";

    @Option(names = "--force", description = "Replace files that exist with other content.")
    private boolean force;

    @Mixin private final VerboseFlag detail = new VerboseFlag();

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
      return new JavaApi(flags.project.path(), names, packageName, ProjectCommands.artifacts());
    }

    private static String given(@Nullable String value, String option) {
      if (value == null) {
        throw new ManagerException(option + " is required with --java");
      }
      return value;
    }

    private int write(Plan plan) {
      var files = plan.changes().write(force);
      detail.written(files, out());
      detail.notes(plan.notes(), out());
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

  /** {@code catamaran create webhook}: lets the API server ask the operator about a kind. */
  @Command(
      name = "webhook",
      description =
          "Add webhooks to a kind with Java classes: the classes, their tests, the entry in watches.yaml, and"
              + " config/webhook with certificates by cert-manager.",
      footer = {
        "  catamaran create webhook --group cache --version v1 --kind MemcachedBackup --programmatic-validation",
        "  catamaran create webhook --group cache --version v1 --kind MemcachedBackup --conversion --spoke v1alpha1"
      })
  static final class CreateWebhook extends BaseCommand {
    @Option(names = "--group", required = true, description = "API group without the domain.")
    private String group = "";

    @Option(names = "--version", required = true, description = "Version of the API.")
    private String version = "";

    @Option(names = "--kind", required = true, description = "The kind.")
    private String kind = "";

    @Option(names = "--defaulting", description = "Set defaults: a Mutator.")
    private boolean defaulting;

    @Option(names = "--programmatic-validation", description = "Refuse objects: a Validator.")
    private boolean validation;

    @Option(
        names = "--conversion",
        description = "Convert from and to another version: a Converter.")
    private boolean conversion;

    @Option(
        names = "--spoke",
        paramLabel = "VERSION",
        description = "The other version, with --conversion.")
    private String spoke = "";

    @Mixin private final ProjectFlag project = new ProjectFlag();

    @Option(names = "--force", description = "Replace files that exist with other content.")
    private boolean force;

    @Mixin private final VerboseFlag detail = new VerboseFlag();

    @Override
    public Integer call() {
      if (conversion == spoke.isEmpty()) {
        throw new ManagerException(
            "--conversion and --spoke need each other: name the other version");
      }
      var files =
          new WebhookApi(
                  project.path(), new NewKind(group, version, kind), defaulting, validation, spoke)
              .changes()
              .write(force);
      detail.written(files, out());
      if (files.isEmpty()) {
        out().println("Nothing changed: the kind has this webhook already");
      }
      out()
          .println(
              "Next: make manifests, which writes config/webhook/manifests.yaml and the versions of the CRD");
      return 0;
    }
  }
}
