package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The accounts that make releases, in a chart: those of config/tenant in each namespace of the
 * value {@code tenants}. The operator's watches.yaml names them, so they have the same names in
 * each release.
 */
record TenantsTemplate(OperatorConfig config, References references) {

  /** Returns the files; none if the operator makes all releases with its own rights. */
  Map<String, String> files() {
    var objects = config.tenant();
    if (objects.isEmpty()) {
      return Map.of();
    }
    var template = new HelmTemplate();
    var roles = objects.stream().filter(TenantsTemplate::isClusterRole).toList();
    var names = roles.stream().map(role -> role.at("/metadata/name").asText()).toList();
    var shared =
        roles.stream()
            .map(role -> ofRelease(role.deepCopy(), "/metadata", template))
            .map(role -> "---\n" + template.text(role))
            .collect(Collectors.joining());
    var inEach =
        objects.stream()
            .filter(object -> !isClusterRole(object))
            .map(object -> inNamespace(object.deepCopy(), template))
            .map(
                object ->
                    names.contains(object.at("/roleRef/name").asText())
                        ? ofRelease(object, "/roleRef", template)
                        : object)
            .map(object -> "---\n" + template.text(object))
            .collect(Collectors.joining());
    return Map.of(
        "templates/tenants.yaml",
        "{{- if .Values.tenants }}\n%s{{- end }}\n{{- range .Values.tenants }}\n%s{{- end }}\n"
            .formatted(shared, inEach));
  }

  private static boolean isClusterRole(ObjectNode object) {
    return object.path("kind").asText().equals("ClusterRole");
  }

  /** Names a ClusterRole after the release: another one, or kubectl, may have made the same. */
  private static ObjectNode ofRelease(ObjectNode object, String at, HelmTemplate template) {
    var named = (ObjectNode) object.at(at);
    named.put("name", template.inline("$.Release.Name") + "-" + named.path("name").asText());
    return object;
  }

  private ObjectNode inNamespace(ObjectNode object, HelmTemplate template) {
    var metadata = (ObjectNode) object.path("metadata");
    if (metadata.has("namespace")) {
      metadata.put("namespace", template.inline(". | quote"));
    } else {
      // Each namespace has its own.
      metadata.put("name", template.inline(".") + "-" + metadata.path("name").asText());
    }
    for (JsonNode each : object.path("subjects")) {
      var subject = (ObjectNode) each;
      boolean isOperator = subject.path("name").asText().equals(operator());
      if (isOperator) {
        var names = new ChartNames(config.project(), references, template);
        subject.put("name", names.name(config.account()));
      }
      subject.put("namespace", template.inline(isOperator ? "$.Release.Namespace" : ". | quote"));
    }
    return object;
  }

  /** Returns the name of the operator's account after {@code kubectl apply -k}. */
  private String operator() {
    return config.built().namePrefix() + config.account();
  }
}
