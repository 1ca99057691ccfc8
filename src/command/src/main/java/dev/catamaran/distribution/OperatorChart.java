package dev.catamaran.distribution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import dev.catamaran.rights.Rule;
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
   * Returns the files of the chart by their paths.
   *
   * @throws dev.catamaran.api.ManagerException if config/ is not that of a project
   */
  public SortedMap<String, String> files() {
    var config = OperatorConfig.read(folder);
    var files = new TreeMap<String, String>();
    // Helm would keep the list in the Secret of each revision.
    files.put(".helmignore", GeneratedFolder.LIST + "\n");
    files.put("Chart.yaml", chart(config.project()));
    files.put("values.yaml", values(config));
    files.put("values.schema.json", schema(config));
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
    places.put(
        "webhooks",
        config.hasWebhooks() ? Template.fill(TEMPLATES + "webhooks.yaml", Map.of()) : "");
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

  private static String schema(OperatorConfig config) {
    var mapper = JsonMapper.builder().build();
    try {
      var schema =
          (ObjectNode) mapper.readTree(Template.fill(TEMPLATES + "values.schema.json", Map.of()));
      var properties = (ObjectNode) schema.path("properties");
      if (!config.hasWebhooks()) {
        properties.remove("webhooks");
      }
      if (config.tenant().isEmpty()) {
        properties.remove("tenants");
      }
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
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
