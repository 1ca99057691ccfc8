package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * The file of a chart with one object.
 *
 * @param config where the object comes from
 * @param references names that the objects have
 */
record ObjectTemplate(OperatorConfig config, References references) {
  private static final String WEBHOOKS = ".Values.webhooks.enabled";
  private static final String METRICS = ".Values.metrics.enabled";
  private static final String SECURE = "and .Values.metrics.enabled .Values.metrics.secure";
  private static final String CERTIFICATES =
      "and .Values.webhooks.enabled .Values.webhooks.certManager.enabled";

  private static final String INJECTION = "cert-manager.io/inject-ca-from";

  /** Returns the name of the file. */
  static String file(ObjectNode object) {
    return "templates/%s-%s.yaml"
        .formatted(
            object.path("kind").asText().toLowerCase(Locale.ROOT), OperatorConfig.name(object));
  }

  /** Returns the text of the file. */
  String text(ObjectNode original) {
    var object = original.deepCopy();
    var template = new HelmTemplate();
    new ChartNames(config.project(), references, template).apply(object);
    injectAuthority(object, template);
    switch (object.path("kind").asText()) {
      case "Deployment" -> {
        if (original.equals(config.deployment())) {
          new DeploymentTemplate(config.project().projectName(), template).apply(object);
        }
      }
      case "CustomResourceDefinition" -> keep(object, template);
      case "ServiceMonitor" -> monitor(object, template);
      default -> {}
    }
    var text = template.text(object);
    var condition = condition(original);
    return condition.isEmpty() ? text : "{{- if %s }}\n%s{{- end }}\n".formatted(condition, text);
  }

  /** cert-manager writes the authority, or the values have it. */
  private static void injectAuthority(ObjectNode object, HelmTemplate template) {
    if (object.path("metadata").path("annotations") instanceof ObjectNode annotations
        && annotations.has(INJECTION)) {
      template.condition(annotations, INJECTION, CERTIFICATES);
    }
    object.path("webhooks").forEach(webhook -> authority(webhook.path("clientConfig"), template));
    authority(
        object.path("spec").path("conversion").path("webhook").path("clientConfig"), template);
  }

  private static void authority(JsonNode client, HelmTemplate template) {
    if (client instanceof ObjectNode object) {
      template.addBlock(
          object, "{{- with .Values.webhooks.caBundle }}\ncaBundle: {{ . }}\n{{- end }}");
    }
  }

  /** A definition that goes takes all custom resources along. */
  private static void keep(ObjectNode definition, HelmTemplate template) {
    var metadata = (ObjectNode) definition.path("metadata");
    var lines = "{{- if .Values.crds.keep }}\n%s  helm.sh/resource-policy: keep\n{{- end }}";
    if (metadata.path("annotations") instanceof ObjectNode annotations) {
      template.addBlock(annotations, lines.formatted("").replace("  helm", "helm"));
    } else {
      template.addBlock(metadata, lines.formatted("annotations:\n"));
    }
    template.condition((ObjectNode) definition.path("spec"), "conversion", WEBHOOKS);
  }

  private static void monitor(ObjectNode monitor, HelmTemplate template) {
    var secure = ".Values.metrics.secure";
    for (var endpoint : monitor.path("spec").path("endpoints")) {
      var object = (ObjectNode) endpoint;
      object.put("scheme", template.inline("ternary \"https\" \"http\" " + secure));
      template.condition(object, "bearerTokenFile", secure);
      template.condition(object, "tlsConfig", secure);
    }
  }

  /** Returns the condition for the whole object; empty for none. */
  private String condition(ObjectNode object) {
    return switch (object.path("kind").asText()) {
      case "CustomResourceDefinition" -> ".Values.crds.enabled";
      case "ServiceMonitor" -> "and .Values.metrics.enabled .Values.metrics.serviceMonitor.enabled";
      case "NetworkPolicy" -> ".Values.networkPolicy.enabled";
      case "MutatingWebhookConfiguration",
          "ValidatingWebhookConfiguration",
          "PodDisruptionBudget" ->
          WEBHOOKS;
      case "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding" ->
          ".Values.admissionPolicy.enabled";
      case "Issuer", "Certificate" -> CERTIFICATES;
      case "Service" -> service(object);
      case "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding" -> rights(object);
      default -> "";
    };
  }

  private static String service(ObjectNode service) {
    var ports =
        service.path("spec").path("ports").valueStream().map(port -> port.path("name").asText());
    return ports
        .filter(port -> port.equals("metrics") || port.equals("webhooks"))
        .findFirst()
        .map(port -> port.equals("metrics") ? METRICS : WEBHOOKS)
        .orElse("");
  }

  private String rights(ObjectNode object) {
    if (config.isForPeople(object)) {
      return ".Values.userRoles.enabled";
    }
    return switch (OperatorConfig.name(object)) {
      case "leader-election-role", "leader-election-rolebinding" ->
          ".Values.leaderElection.enabled";
      case "metrics-auth-role", "metrics-auth-rolebinding", "metrics-reader" -> SECURE;
      default -> "";
    };
  }
}
