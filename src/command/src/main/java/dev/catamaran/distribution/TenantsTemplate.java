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
    var texts =
        objects.stream()
            .map(object -> "---\n" + template.text(inNamespace(object.deepCopy(), template)))
            .collect(Collectors.joining());
    return Map.of(
        "templates/tenants.yaml", "{{- range .Values.tenants }}\n%s{{- end }}\n".formatted(texts));
  }

  private ObjectNode inNamespace(ObjectNode object, HelmTemplate template) {
    var metadata = (ObjectNode) object.path("metadata");
    if (metadata.has("namespace")) {
      metadata.put("namespace", template.inline(". | quote"));
    } else {
      // Each namespace has its own.
      var own = template.inline(".") + "-";
      metadata.put("name", own + metadata.path("name").asText());
      if (object.path("roleRef") instanceof ObjectNode reference) {
        reference.put("name", own + reference.path("name").asText());
      }
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
