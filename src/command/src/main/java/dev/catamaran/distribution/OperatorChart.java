package dev.catamaran.distribution;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import dev.catamaran.rights.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A Helm chart that installs a project's operator.
 *
 * @param folder of the project
 * @param version of the chart
 * @param image of the operator
 * @param rules rights that follow from the charts and classes of the project
 */
public record OperatorChart(Path folder, String version, ImageName image, Collection<Rule> rules) {
  static final String TEMPLATES = "/dev/catamaran/distribution/chart/";

  /**
   * Writes the chart. A file of an older chart must not stay, because it would be installed.
   *
   * @param folder an empty directory, or one that does not exist yet
   * @throws ManagerException if it has files, or config/ is not that of a project
   */
  public void writeTo(Path folder) {
    try {
      if (isOccupied(folder)) {
        throw new ManagerException(
            "%s is not empty, and nothing is written: delete it (make chart does), or name another directory with --output"
                .formatted(folder));
      }
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(folder, e));
    }
    var changes = new Changes(folder);
    files().forEach(changes::create);
    changes.write(/* force= */ false);
  }

  private static boolean isOccupied(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Files.exists(folder, NOFOLLOW_LINKS);
    }
    try (var files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }

  /** Returns the files of the chart by their paths. */
  private SortedMap<String, String> files() {
    var config = OperatorConfig.read(folder);
    var files = new TreeMap<String, String>();
    files.put("Chart.yaml", chart(config.project()));
    files.put("values.yaml", values(config));
    files.put("values.schema.json", Template.fill(TEMPLATES + "values.schema.json", Map.of()));
    var places = Map.of("name", config.project().projectName());
    for (var file : List.of("_helpers.tpl", "NOTES.txt")) {
      files.put("templates/" + file, Template.fill(TEMPLATES + file, places));
    }
    var template = new ObjectTemplate(config);
    for (var object : config.objects()) {
      // The namespace is that of the release.
      if (!object.path("kind").asText().equals("Namespace")) {
        files.put(ObjectTemplate.file(object), template.text(object));
      }
    }
    files.putAll(new RightsTemplate(config, rules).files());
    return files;
  }

  private String chart(ProjectFile project) {
    var kinds =
        project.resources().stream().map(ProjectApi::kind).collect(Collectors.joining(", "));
    return Template.fill(
        TEMPLATES + "Chart.yaml",
        Map.of(
            "name",
            project.projectName(),
            "kinds",
            kinds,
            "version",
            version,
            "appVersion",
            image.tag().isEmpty() ? version : image.tag()));
  }

  /** The defaults are what config/ has. */
  private String values(OperatorConfig config) {
    var places = new HashMap<String, String>();
    var container = OperatorConfig.container(config.deployment());
    places.put("repository", image.repository());
    places.put("digest", image.digest());
    places.put("replicas", config.deployment().path("spec").path("replicas").asText("1"));
    places.put("resources", flow(container.path("resources")));
    places.put("watched", watched(container.path("env")));
    places.put("leaderElection", String.valueOf(config.hasArgument("--leader-elect")));
    places.put("metrics", String.valueOf(!config.hasArgument("--metrics-bind-address=0")));
    places.put("secure", String.valueOf(config.hasArgument("--metrics-secure")));
    places.put("monitor", String.valueOf(config.has("ServiceMonitor")));
    places.put("policy", String.valueOf(config.has("NetworkPolicy")));
    places.put("admission", String.valueOf(config.has("ValidatingAdmissionPolicy")));
    places.put(
        "tenants",
        config.tenant().isEmpty() ? "" : Template.fill(TEMPLATES + "tenants.yaml", Map.of()));
    places.put("webhooks", String.valueOf(config.hasWebhooks()));
    return Template.fill(TEMPLATES + "values.yaml", places);
  }

  private static String flow(JsonNode resources) {
    return resources.isEmpty()
        ? " {}"
        : "\n" + Yaml.text(resources).replaceAll("(?m)^(?=.)", "  ").stripTrailing();
  }

  private static String watched(JsonNode variables) {
    var namespaces =
        variables
            .valueStream()
            .filter(variable -> variable.path("name").asText().equals("WATCH_NAMESPACE"))
            .map(variable -> variable.path("value").asText())
            .filter(value -> !value.isEmpty())
            .flatMap(value -> Arrays.stream(value.split(",")))
            .map(String::strip)
            .collect(Collectors.joining(", "));
    return "[" + namespaces + "]";
  }

  /**
   * The name of an image.
   *
   * @param repository registry and path
   * @param tag empty for none
   * @param digest such as {@code sha256:…}; empty for none
   */
  public record ImageName(String repository, String tag, String digest) {

    /** Reads a name such as {@code registry.example.com/operator:1.0.0}. */
    public static ImageName parse(String name) {
      int at = name.indexOf('@');
      var tagged = at < 0 ? name : name.substring(0, at);
      int colon = tagged.lastIndexOf(':');
      // A colon before a slash begins the port of the registry.
      boolean hasTag = colon > tagged.lastIndexOf('/');
      return new ImageName(
          hasTag ? tagged.substring(0, colon) : tagged,
          hasTag ? tagged.substring(colon + 1) : "",
          at < 0 ? "" : name.substring(at + 1));
    }
  }
}
