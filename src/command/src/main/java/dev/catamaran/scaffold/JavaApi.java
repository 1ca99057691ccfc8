package dev.catamaran.scaffold;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import dev.catamaran.project.WrittenFiles;
import dev.catamaran.scaffold.ApiFiles.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;

/**
 * A new kind with Java classes: class, spec, status, reconciler, a test, and a pom.xml for the
 * first one.
 *
 * @param packageName package of the classes; empty for one that follows from domain and group
 */
public record JavaApi(Path folder, NewKind names, String packageName, String version) {
  private static final Pattern PACKAGE = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)*");

  private static final List<String> CLASSES = List.of("", "Spec", "Status", "Reconciler");

  public Plan changes() {
    var project = ProjectFile.read(folder);
    var chosen = chosenPackage(project);
    var reconciler = chosen + "." + names.kind() + "Reconciler";
    var api = names.resource(project, "", reconciler);
    var values = values(project, api, chosen);
    requireOwnName(values);
    var changes = new Changes(folder);
    if (!Files.exists(folder.resolve("pom.xml"))) {
      addBuild(changes, project, version);
      WrittenFiles.addTo(changes, written -> addBuild(written, project, version));
    }
    var path = chosen.replace('.', '/');
    for (var name : CLASSES) {
      changes.create(
          "src/main/java/%s/%s%s.java".formatted(path, api.kind(), name),
          Template.fill(template(name), values));
    }
    changes.create(
        "src/test/java/%s/%sReconcilerIT.java".formatted(path, api.kind()),
        Template.fill("java/ReconcilerIT.java.txt", values));
    changes.create("config/samples/" + api.sampleFile(), Template.fill("java/sample.yaml", values));
    new ApiFiles(project, api, Optional.empty(), List.of()).addTo(changes);
    changes.put(ProjectFile.NAME, project.with(api).text());
    return new Plan(api, changes, List.of());
  }

  /** A class of the kind's name would hide the one that a template uses. */
  private void requireOwnName(Map<String, String> values) {
    var without = new HashMap<>(values);
    without.put("kind", "_");
    var used = Pattern.compile("(?m)^(?! *(/?\\*|//)).*(?<![\\w.\"])" + names.kind() + "\\b");
    if (Stream.concat(CLASSES.stream(), Stream.of("ReconcilerIT"))
        .anyMatch(name -> used.matcher(Template.fill(template(name), without)).find())) {
      throw new ManagerException(
          "--kind: the Java class %s would have the name of a class that the example uses; choose another kind, or write the classes by hand"
              .formatted(names.kind()));
    }
  }

  private static String template(String name) {
    return "java/%s.java.txt".formatted(name.isEmpty() ? "Primary" : name);
  }

  private String chosenPackage(ProjectFile project) {
    var chosen = packageName.isEmpty() ? packageOf(project) : packageName;
    if (!PACKAGE.matcher(chosen).matches() || !SourceVersion.isName(chosen)) {
      throw new ManagerException(
          "--package: \"%s\" is not the name of a Java package, such as com.example.cache"
              .formatted(chosen));
    }
    return chosen;
  }

  private String packageOf(ProjectFile project) {
    var group = names.group().isEmpty() ? "" : "." + labels(names.group(), false);
    return labels(project.domain(), true) + group;
  }

  /** Returns labels of DNS as parts of a package, in the way of the Java language (JLS 6.1). */
  private static String labels(String name, boolean isReversed) {
    var labels =
        Stream.of(name.replace('-', '_').split("\\."))
            .map(label -> Character.isDigit(label.charAt(0)) ? "_" + label : label)
            .map(label -> SourceVersion.isKeyword(label) ? label + "_" : label)
            .toList();
    return String.join(".", isReversed ? labels.reversed() : labels);
  }

  private Map<String, String> values(ProjectFile project, ProjectApi api, String chosen) {
    var values = new HashMap<String, String>();
    values.put("name", project.projectName());
    values.put("package", chosen);
    values.put("kind", api.kind());
    values.put("lowerKind", api.lowerKind());
    values.put("controller", project.distinctName(api, "-"));
    values.put("apiGroup", api.apiGroup());
    values.put("apiVersion", api.version());
    values.put("plural", api.plural());
    return values;
  }

  /** Adds the build of classes to a plan: pom.xml, and a line in the Dockerfile. */
  public static void addBuild(Changes changes, ProjectFile project, String version) {
    changes.create(
        "pom.xml",
        Template.fill(
            "java/pom.xml",
            Map.of(
                "name", project.projectName(),
                "groupId", labels(project.domain(), true),
                "version", version)));
    changes
        .text("Dockerfile")
        .filter(text -> !text.contains("/opt/helm/extensions/"))
        .ifPresent(
            text ->
                changes.put(
                    "Dockerfile",
                    text + "COPY target/*.jar target/libraries* /opt/helm/extensions/\n"));
  }
}
