package dev.catamaran.distribution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.project.Template;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The values of a chart: their defaults are what config/ has.
 *
 * @param image of the operator
 */
record ChartValues(OperatorConfig config, ImageName image) {
  private static final String FOLDER = "/dev/catamaran/distribution/chart/";

  /** Returns values.yaml. */
  String text() {
    var places = new HashMap<String, String>();
    places.put("name", config.project().projectName());
    places.put("repository", image.repository());
    places.put("digest", image.digest());
    places.put("replicas", config.deployment().path("spec").path("replicas").asText("1"));
    places.put(
        "resources", flow(DeploymentTemplate.operator(config.deployment()).path("resources")));
    places.put("watched", watched());
    places.put("leaderElection", String.valueOf(config.hasArgument("--leader-elect")));
    places.put("metrics", String.valueOf(!config.hasArgument("--metrics-bind-address=0")));
    places.put("secure", String.valueOf(config.hasArgument("--metrics-secure")));
    places.put("monitor", String.valueOf(!config.built().ofKind("ServiceMonitor").isEmpty()));
    places.put("policy", String.valueOf(!config.built().ofKind("NetworkPolicy").isEmpty()));
    places.put(
        "admission", String.valueOf(!config.built().ofKind("ValidatingAdmissionPolicy").isEmpty()));
    places.put(
        "tenants",
        config.tenant().isEmpty() ? "" : Template.fill(FOLDER + "tenants.yaml", Map.of()));
    places.put(
        "webhooks", config.hasWebhooks() ? Template.fill(FOLDER + "webhooks.yaml", Map.of()) : "");
    return Template.fill(FOLDER + "values.yaml", places);
  }

  private static String flow(JsonNode resources) {
    return resources.isEmpty()
        ? " {}"
        : "\n" + Yaml.text(resources).replaceAll("(?m)^(?=.)", "  ").stripTrailing();
  }

  private String watched() {
    var namespaces =
        DeploymentTemplate.operator(config.deployment())
            .path("env")
            .valueStream()
            .filter(variable -> variable.path("name").asText().equals(DeploymentTemplate.WATCHED))
            .map(variable -> variable.path("value").asText())
            .filter(value -> !value.isEmpty())
            .flatMap(value -> Arrays.stream(value.split(",")))
            .map(String::strip)
            .collect(Collectors.joining(", "));
    return "[" + namespaces + "]";
  }

  /** Returns values.schema.json. */
  String schema() {
    var mapper = JsonMapper.builder().build();
    try {
      var schema =
          (ObjectNode) mapper.readTree(Template.fill(FOLDER + "values.schema.json", Map.of()));
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
}
