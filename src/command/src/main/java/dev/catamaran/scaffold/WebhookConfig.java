package dev.catamaran.scaffold;

import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The objects by which the API server reaches the webhooks of a kind: config/webhook and
 * config/certmanager. They follow from the version of Catamaran.
 *
 * @param admits whether the API server asks about each write
 * @param converts whether the API server asks how an object looks in another version
 */
public record WebhookConfig(ProjectFile project, ProjectApi api, boolean admits, boolean converts) {
  /** Includes config/webhook. */
  static final String DEFAULT = "config/default/kustomization.yaml";

  private static final String COMPONENT = "config/webhook/kustomization.yaml";

  private static final String ADMISSION = "- manifests.yaml\n";

  private static final List<String> FILES =
      List.of(
          "certmanager/certificate.yaml",
          "certmanager/issuer.yaml",
          "certmanager/kustomization.yaml",
          "certmanager/kustomizeconfig.yaml",
          "webhook/ca_patch.yaml",
          "webhook/disruption_budget.yaml",
          "webhook/kustomizeconfig.yaml",
          "webhook/manager_patch.yaml",
          "webhook/service.yaml");

  /**
   * Returns those of a project that has them.
   *
   * @param text returns the text of a file of the project; empty if it does not exist
   */
  public static Stream<WebhookConfig> of(
      ProjectFile project, Function<String, Optional<String>> text) {
    return text.apply(COMPONENT).stream()
        .flatMap(component -> project.classes().map(api -> of(project, api, component, text)));
  }

  private static WebhookConfig of(
      ProjectFile project,
      ProjectApi api,
      String component,
      Function<String, Optional<String>> text) {
    boolean admits = component.contains(ADMISSION);
    var file = new WebhookConfig(project, api, admits, true).conversion();
    return new WebhookConfig(
        project, api, admits, text.apply("config/webhook/" + file).isPresent());
  }

  /** Another group may have a kind with the same plural. */
  private String conversion() {
    boolean isDistinct = project.distinctName(api, "-").equals(api.lowerKind());
    return "conversion_of_%s.yaml"
        .formatted(isDistinct ? api.plural() : api.plural() + "." + api.apiGroup());
  }

  /** Adds the files to a plan. The first webhook of a project switches them on. */
  public void addTo(Changes changes) {
    var values =
        Map.of(
            "name", project.projectName(),
            "conversion", conversion(),
            "apiGroup", api.apiGroup(),
            "plural", api.plural());
    for (var file : FILES) {
      var path = "config/" + file;
      if (changes.text(path).isEmpty()) {
        changes.create(path, Template.fill("webhook/config/" + file, values));
      }
    }
    var initial = Template.fill("webhook/config/webhook/kustomization.yaml", values);
    if (admits) {
      changes.insert(COMPONENT, "#+kubebuilder:scaffold:webhookresource", ADMISSION, initial);
    }
    if (converts) {
      changes.create(
          "config/webhook/" + conversion(),
          Template.fill("webhook/config/conversion.yaml", values));
      changes.insert(
          COMPONENT,
          "#+kubebuilder:scaffold:webhookpatch",
          Template.fill("webhook/config/conversion_entry.yaml", values),
          initial);
    }
    changes
        .text(DEFAULT)
        .filter(text -> text.lines().noneMatch(line -> line.equals("- ../webhook")))
        .ifPresent(text -> changes.put(DEFAULT, including(text)));
  }

  private static String including(String text) {
    var list = "components:\n";
    int at = text.startsWith(list) ? 0 : text.indexOf("\n" + list) + 1;
    return at == 0 && !text.startsWith(list)
        ? text + "# Needs cert-manager in the cluster.\n" + list + "- ../webhook\n"
        : text.substring(0, at + list.length())
            + "- ../webhook\n"
            + text.substring(at + list.length());
  }
}
