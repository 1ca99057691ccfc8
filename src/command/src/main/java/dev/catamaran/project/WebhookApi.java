package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Admission.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Webhooks of a kind with Java classes: classes, tests, and the objects by which the API server
 * reaches them.
 *
 * @param folder of the project
 * @param kind the kind
 */
public record WebhookApi(Path folder, NewKind kind, WebhookParts parts) {
  /**
   * Plans the files.
   *
   * @throws ManagerException if the project has no such kind, or it has a chart
   */
  public Plan changes() {
    var project = ProjectFile.read(folder);
    var api = api(project);
    var changes = new Changes(folder);
    var values = values(project, api);
    var classes = new ArrayList<String>();
    if (parts.admits()) {
      classes.add(addAdmission(changes, api, values));
    }
    if (parts.converts()) {
      classes.add(addConverter(changes, api, values));
    }
    classes.forEach(name -> new WatchEntry(api).addWebhook(changes, name));
    if (changes.text(WebhookConfig.DEFAULT).isEmpty()) {
      throw new ManagerException(WebhookConfig.DEFAULT + " is missing");
    }
    var config = new WebhookConfig(project, api, parts.admits(), parts.converts());
    config.addTo(changes);
    WrittenFiles.addTo(changes, config::addTo);
    return new Plan(api, changes, Notes.NONE);
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
    if (parts.spoke().equals(api.version())) {
      throw new ManagerException(
          "--spoke: %s is the version of the kind itself; name another one"
              .formatted(parts.spoke()));
    }
    return api;
  }

  private Map<String, String> values(ProjectFile project, ProjectApi api) {
    var values = new TreeMap<String, String>();
    values.put("name", project.projectName());
    values.put("package", packageOf(api));
    values.put("kind", api.kind());
    values.put("lowerKind", api.lowerKind());
    values.put("apiGroup", api.apiGroup());
    values.put("plural", api.plural());
    values.put("spokeVersion", parts.spoke());
    values.put("spoke", spoke(api));
    return values;
  }

  private static String packageOf(ProjectApi api) {
    return api.reconciler().substring(0, Math.max(0, api.reconciler().lastIndexOf('.')));
  }

  private String spoke(ProjectApi api) {
    return parts.converts()
        ? api.kind()
            + parts.spoke().substring(0, 1).toUpperCase(Locale.ROOT)
            + parts.spoke().substring(1)
        : "";
  }

  private String addAdmission(Changes changes, ProjectApi api, Map<String, String> values) {
    var name = api.kind() + "Admission";
    var enabled = EnumSet.noneOf(Part.class);
    if (parts.defaults()) {
      enabled.add(Part.DEFAULTS);
    }
    if (parts.validates()) {
      enabled.add(Part.VALIDATES);
    }
    changes.create(source("main", api, name), new Admission(enabled).text(values));
    changes.create(source("test", api, name + "Test"), new Admission(enabled).test(values));
    return packageOf(api) + "." + name;
  }

  private String addConverter(Changes changes, ProjectApi api, Map<String, String> values) {
    var name = spoke(api) + "Converter";
    changes.create(
        source("main", api, spoke(api)), Template.fill("webhook/java/Spoke.java.txt", values));
    changes.create(
        source("main", api, name), Template.fill("webhook/java/Converter.java.txt", values));
    changes.create(
        source("test", api, name + "Test"),
        Template.fill("webhook/java/ConverterTest.java.txt", values));
    return packageOf(api) + "." + name;
  }

  private static String source(String scope, ProjectApi api, String name) {
    return "src/%s/java/%s/%s.java".formatted(scope, packageOf(api).replace('.', '/'), name);
  }
}
