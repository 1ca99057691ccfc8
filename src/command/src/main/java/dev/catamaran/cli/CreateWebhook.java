package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.scaffold.NewKind;
import dev.catamaran.scaffold.WebhookApi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran create webhook}: lets the API server ask the operator about a kind. */
@Command(
    name = "webhook",
    description =
        "Add webhooks to a kind with Java classes: the classes, their tests, the entry in watches.yaml, and"
            + " config/webhook with certificates by cert-manager.",
    footer = {
      "",
      "Examples:",
      "  catamaran create webhook --group cache --version v1 --kind MemcachedBackup --programmatic-validation",
      "  catamaran create webhook --group cache --version v1 --kind MemcachedBackup --conversion --spoke v1alpha1",
    })
final class CreateWebhook extends BaseCommand {
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

  @Option(names = "--conversion", description = "Convert from and to another version: a Converter.")
  private boolean conversion;

  @Option(
      names = "--spoke",
      paramLabel = "VERSION",
      description = "The other version, with --conversion.")
  private String spoke = "";

  @Mixin private final ProjectFlag project = new ProjectFlag();

  @Mixin final HelpFlag help = new HelpFlag();

  @Option(names = "--force", description = "Replace files that exist with other content.")
  private boolean force;

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
    written(files);
    if (files.isEmpty()) {
      out().println("Nothing changed: the kind has this webhook already");
    }
    out()
        .println(
            "Next: make manifests, which writes config/webhook/manifests.yaml and the versions of the CRD");
    return 0;
  }
}
