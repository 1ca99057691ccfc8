package dev.catamaran.update;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.ManagerException;
import dev.catamaran.definition.NarrowedField;
import dev.catamaran.manifests.ProjectRole;
import dev.catamaran.manifests.TenantRoles;
import dev.catamaran.project.Changes;
import dev.catamaran.project.FileUpdate.Effect;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.rights.RuleChanges;
import dev.catamaran.update.ChartUpdate.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The report of an update, for a pull request. */
final class UpdateReport {
  private static final YAMLMapper YAML = new YAMLMapper();

  private static final Map<Effect, String> EFFECTS = effects();

  private final StringBuilder text = new StringBuilder();
  private final List<String> samples = new ArrayList<>();

  private static Map<Effect, String> effects() {
    var effects = new LinkedHashMap<Effect, String>();
    effects.put(Effect.ADDED, "Added");
    effects.put(Effect.CHANGED, "Changed");
    effects.put(Effect.REMOVED, "Removed");
    effects.put(Effect.MERGED, "Changed, merged with your edits");
    effects.put(Effect.KEPT, "Kept as you have them");
    effects.put(Effect.CONFLICT, "In conflict with your edits");
    return effects;
  }

  void stays(String folder, String reason) {
    text.append("%s: %s.\n".formatted(code(folder), reason));
  }

  /** Adds an API whose chart cannot be pulled. */
  void leftOut(ProjectApi api) {
    stays(
        api.chart(),
        "PROJECT has no place with further versions; `catamaran update chart %s --helm-chart CHART` updates it"
            .formatted(api.kind()));
  }

  /** Notes a sample that a person edited. */
  void sampleStays(ProjectApi api, String path) {
    samples.add(
        "%s is edited, so it stays; does it fit to the new values of %s?"
            .formatted(code(path), api.kind()));
  }

  void updated(Outcome.Updated chart) {
    var folder = chart.api().chart();
    heading("%s: %s → %s".formatted(folder, chart.before(), chart.after()));
    chart.remarks().forEach(this::item);
    files(chart.merge());
  }

  /**
   * Adds the files of a new version of Catamaran.
   *
   * @param before the version that the project has; empty if it does not say so
   */
  void upgraded(String before, String after, MergedFiles merge) {
    heading(
        before.equals(after)
            ? "Catamaran " + after
            : "Catamaran %s → %s".formatted(before.isEmpty() ? "(no version)" : before, after));
    files(merge);
  }

  private void files(MergedFiles merge) {
    EFFECTS.forEach((effect, title) -> list(title, merge.with(effect)));
    if (merge.isWithoutEffect()) {
      item("No file changes");
    }
  }

  private void list(String title, List<String> files) {
    if (!files.isEmpty()) {
      item(
          "%s: %s"
              .formatted(
                  title, String.join(", ", files.stream().map(UpdateReport::code).toList())));
    }
  }

  /**
   * Adds what follows from the new charts.
   *
   * @param folder of the project, as it is before the changes
   */
  void follows(Path folder, Changes changes, List<ProjectApi> apis) {
    var before = new Changes(folder);
    for (var api : apis) {
      heading(
          "Values of %s %s that vanish or are checked otherwise"
              .formatted(api.kind(), api.version()));
      var narrowed = NarrowedField.between(spec(before, api), spec(changes, api));
      narrowed.forEach(field -> item("%s: %s".formatted(code(field.path()), field.change())));
      if (narrowed.isEmpty()) {
        item("None");
      }
    }
    samples.forEach(this::item);
    heading("Permissions");
    var lines = new ArrayList<String>();
    List.of(ProjectRole.PATH, ProjectRole.NAMESPACED, TenantRoles.ACCOUNTS)
        .forEach(path -> lines.addAll(permissions(before, changes, path)));
    lines.forEach(this::item);
    if (lines.isEmpty()) {
      item("They stay the same");
    }
  }

  String text() {
    return text.isEmpty() ? "The project has no kind with a chart.\n" : text.toString();
  }

  private List<String> permissions(Changes before, Changes after, String path) {
    var old = roles(before, path);
    var next = roles(after, path);
    var names = new TreeSet<>(old.keySet());
    names.addAll(next.keySet());
    var lines = new ArrayList<String>();
    for (var name : names) {
      var missing = YAML.createObjectNode();
      var changes =
          RuleChanges.between(old.getOrDefault(name, missing), next.getOrDefault(name, missing));
      var place = " (%s in %s)".formatted(name, code(path));
      changes.added().forEach(rule -> lines.add("Added: " + rule + place));
      changes.removed().forEach(rule -> lines.add("Removed: " + rule + place));
    }
    return lines;
  }

  /** The roles of a file, by kind and name. */
  private static Map<String, JsonNode> roles(Changes project, String path) {
    var roles = new LinkedHashMap<String, JsonNode>();
    documents(project, path)
        .forEach(
            document -> {
              if (document.has("rules")) {
                var name = document.at("/metadata/name").asText();
                roles.put(document.path("kind").asText() + " " + name, document);
              }
            });
    return roles;
  }

  private static JsonNode spec(Changes project, ProjectApi api) {
    return documents(project, api.definitionFile()).stream()
        .flatMap(document -> document.at("/spec/versions").valueStream())
        .filter(version -> version.path("name").asText().equals(api.version()))
        .map(version -> version.at("/schema/openAPIV3Schema/properties/spec"))
        .findFirst()
        .orElseGet(YAML::createObjectNode);
  }

  private static List<JsonNode> documents(Changes project, String path) {
    try (var documents =
        YAML.readerFor(JsonNode.class).<JsonNode>readValues(project.text(path).orElse(""))) {
      return documents.readAll();
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(path, e.getMessage()));
    }
  }

  private void heading(String title) {
    text.append(text.isEmpty() ? "" : "\n").append("## ").append(title).append("\n\n");
  }

  private void item(String line) {
    text.append("- ").append(line).append('\n');
  }

  private static String code(String name) {
    return "`" + name.replace('`', '\'').replace('\n', ' ') + "`";
  }
}
