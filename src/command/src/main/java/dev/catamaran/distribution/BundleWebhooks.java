package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The webhooks of an operator, for which OLM makes the configurations, the Service and the
 * certificate.
 *
 * @param deployment name of the Deployment that serves them
 */
record BundleWebhooks(OperatorConfig config, String deployment) {
  private static final String CONVERSION = "ConversionWebhook";
  private static final int SERVICE_PORT = 443;
  private static final int POD_PORT = 9443;

  /** Fields of a configuration that OLM takes as they are. */
  private static final List<String> FIELDS =
      List.of(
          "admissionReviewVersions",
          "failurePolicy",
          "matchPolicy",
          "objectSelector",
          "reinvocationPolicy",
          "rules",
          "sideEffects",
          "timeoutSeconds");

  /** Returns the definitions; none without webhooks. */
  ArrayNode definitions() {
    var definitions = Yaml.MAPPER.createArrayNode();
    for (var definition : config.built().ofKind("CustomResourceDefinition")) {
      var webhook = definition.path("spec").path("conversion").path("webhook");
      if (!webhook.isMissingNode()) {
        var entry = add(definitions, CONVERSION, "c" + OperatorConfig.name(definition));
        entry.set("admissionReviewVersions", webhook.path("conversionReviewVersions"));
        entry.put("sideEffects", "None");
        entry.put("webhookPath", path(webhook));
        entry.putArray("conversionCRDs").add(OperatorConfig.name(definition));
      }
    }
    for (var kind : List.of("Mutating", "Validating")) {
      config.built().ofKind(kind + "WebhookConfiguration").stream()
          .flatMap(configuration -> configuration.path("webhooks").valueStream())
          .forEach(webhook -> admission(definitions, kind + "AdmissionWebhook", webhook));
    }
    return definitions;
  }

  /** Returns whether a webhook converts. */
  static boolean convert(ArrayNode definitions) {
    return definitions
        .valueStream()
        .anyMatch(definition -> definition.path("type").asText().equals(CONVERSION));
  }

  private void admission(ArrayNode definitions, String type, JsonNode webhook) {
    var entry = add(definitions, type, webhook.path("name").asText());
    FIELDS.stream().filter(webhook::has).forEach(field -> entry.set(field, webhook.path(field)));
    entry.put("webhookPath", path(webhook));
  }

  private ObjectNode add(ArrayNode definitions, String type, String name) {
    return definitions
        .addObject()
        .put("type", type)
        .put("generateName", name)
        .put("deploymentName", deployment)
        .put("containerPort", SERVICE_PORT)
        .put("targetPort", POD_PORT);
  }

  private static String path(JsonNode webhook) {
    return webhook.path("clientConfig").path("service").path("path").asText();
  }
}
