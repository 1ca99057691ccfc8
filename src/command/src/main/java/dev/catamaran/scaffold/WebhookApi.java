package dev.catamaran.scaffold;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import dev.catamaran.project.WatchEntry;
import dev.catamaran.project.WrittenFiles;
import dev.catamaran.scaffold.NewKind.Names;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Webhooks of a kind with Java classes: classes, tests, and the objects by which the API server
 * reaches them.
 *
 * @param spoke the other version that they convert from and to; empty for none
 */
public record WebhookApi(
    Path folder, NewKind kind, boolean defaults, boolean validates, String spoke) {

  public WebhookApi {
    if (!defaults && !validates && spoke.isEmpty()) {
      throw new ManagerException(
          "name what the webhook does: --defaulting, --programmatic-validation, or --conversion with --spoke");
    }
    if (!spoke.isEmpty()) {
      Names.VERSION.check("--spoke", spoke);
    }
  }

  public Changes changes() {
    var project = ProjectFile.read(folder);
    var api = api(project);
    boolean admits = defaults || validates;
    var changes = new Changes(folder);
    var spokeKind =
        spoke.isEmpty()
            ? ""
            : api.kind() + spoke.substring(0, 1).toUpperCase(Locale.ROOT) + spoke.substring(1);
    var values = values(api, spokeKind);
    if (admits) {
      add(changes, api, "Admission", api.kind() + "Admission", values);
    }
    if (!spoke.isEmpty()) {
      changes.create(
          source("main", api, spokeKind), Template.fill("webhook/java/Spoke.java.txt", values));
      add(changes, api, "Converter", spokeKind + "Converter", values);
    }
    if (changes.text(WebhookConfig.DEFAULT).isEmpty()) {
      throw new ManagerException(WebhookConfig.DEFAULT + " is missing");
    }
    var config = new WebhookConfig(project, api, admits, !spoke.isEmpty());
    config.addTo(changes);
    WrittenFiles.addTo(changes, config::addTo);
    return changes;
  }

  private ProjectApi api(ProjectFile project) {
    var api =
        project.resources().stream()
            .filter(found -> found.group().equals(kind.group()))
            .filter(found -> found.version().equals(kind.version()))
            .filter(found -> found.kind().equals(kind.kind()))
            .findFirst()
            .orElseThrow(
                () ->
                    new ManagerException(
                        "the project has no kind %s in the group %s and the version %s; add it with `catamaran create api`"
                            .formatted(kind.kind(), kind.group(), kind.version())));
    if (!api.chart().isEmpty()) {
      throw new ManagerException(
          "%s has the chart %s, and no Java class. Let values.schema.json of the chart validate it, or write a Validator<GenericKubernetesResource> and name it under `webhooks` in watches.yaml (docs/how-to/write-a-reconciler.md)"
              .formatted(api.kind(), api.chart()));
    }
    if (spoke.equals(api.version())) {
      throw new ManagerException(
          "--spoke: %s is the version of the kind itself; name another one".formatted(spoke));
    }
    return api;
  }

  private Map<String, String> values(ProjectApi api, String spokeKind) {
    var mutator = defaults ? "Mutator<%s>".formatted(api.kind()) : "";
    var validator = validates ? "Validator<%s>".formatted(api.kind()) : "";
    var both = defaults && validates ? ", " : "";
    return Map.ofEntries(
        Map.entry("package", packageOf(api)),
        Map.entry("kind", api.kind()),
        Map.entry("lowerKind", api.lowerKind()),
        Map.entry("apiGroup", api.apiGroup()),
        Map.entry("plural", api.plural()),
        Map.entry("spokeVersion", spoke),
        Map.entry("spoke", spokeKind),
        Map.entry("defaults", mutator),
        Map.entry("validates", validator),
        Map.entry("both", both),
        Map.entry("interfaces", mutator + both + validator));
  }

  /** Adds a class, its test, and its name to the entry of watches.yaml. */
  private static void add(
      Changes changes, ProjectApi api, String template, String name, Map<String, String> values) {
    changes.create(
        source("main", api, name), Template.fill("webhook/java/" + template + ".java.txt", values));
    changes.create(
        source("test", api, name + "Test"),
        Template.fill("webhook/java/" + template + "Test.java.txt", values));
    new WatchEntry(api).addWebhook(changes, packageOf(api) + "." + name);
  }

  private static String packageOf(ProjectApi api) {
    return api.reconciler().substring(0, Math.max(0, api.reconciler().lastIndexOf('.')));
  }

  private static String source(String scope, ProjectApi api, String name) {
    return "src/%s/java/%s/%s.java".formatted(scope, packageOf(api).replace('.', '/'), name);
  }
}
