package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.rights.Rule;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rights in a chart. With {@code watchNamespaces}, each of these namespaces gets a Role of the
 * operator, and its ClusterRole has only what no Role can have. Each namespace of the value {@code
 * tenants} gets the accounts of config/tenant that make releases: watches.yaml names them, so they
 * have the same names in each release.
 *
 * @param generated rules that follow from charts and classes
 */
record RightsTemplate(OperatorConfig config, Collection<Rule> generated) {

  /** Returns the files; those of tenants only if accounts make releases. */
  SortedMap<String, String> files() {
    var divided = DividedRole.of(config.role(), generated);
    var files =
        new TreeMap<>(
            Map.of(
                "templates/_rules.tpl",
                rules(divided),
                ObjectTemplate.file(config.role()),
                clusterRole(divided),
                "templates/role-manager-role.yaml",
                namespaced()));
    if (!config.tenant().isEmpty()) {
      files.put("templates/tenants.yaml", tenants());
    }
    return files;
  }

  private String rules(DividedRole divided) {
    return """
        {{/* Rules about the objects in watched namespaces. */}}
        {{- define "%s.namespacedRules" -}}
        %s{{- end }}
        """
        .formatted(chart(), Yaml.text(DividedRole.json(divided.namespaced())));
  }

  private String clusterRole(DividedRole divided) {
    var template = new HelmTemplate();
    var role = config.role().deepCopy();
    new ChartNames(config, template).apply(role);
    var rules = role.putArray("rules");
    rules.add(
        template.block(
            "{{- if not .Values.watchNamespaces }}\n%s\n{{- end }}".formatted(included("."))));
    DividedRole.json(divided.inCluster()).forEach(rules::add);
    return template.text(role);
  }

  private String namespaced() {
    var template = new HelmTemplate();
    var role = inNamespace(config.role(), "Role", template);
    role.putArray("rules").add(template.block(included("$")));
    var binding = inNamespace(config.binding(), "RoleBinding", template);
    ((ObjectNode) binding.path("roleRef")).put("kind", "Role");
    return "{{- range .Values.watchNamespaces }}\n---\n%s---\n%s{{- end }}\n"
        .formatted(template.text(role), template.text(binding));
  }

  private ObjectNode inNamespace(ObjectNode object, String kind, HelmTemplate template) {
    var copy = object.deepCopy().put("kind", kind);
    new ChartNames(config, template).apply(copy);
    ((ObjectNode) copy.path("metadata")).put("namespace", template.inline(". | quote"));
    return copy;
  }

  private String included(String context) {
    return "{{- include \"%s.namespacedRules\" %s | nindent @0 }}".formatted(chart(), context);
  }

  private String chart() {
    return config.project().projectName();
  }

  private String tenants() {
    var template = new HelmTemplate();
    var shared = new StringBuilder();
    var inEach = new StringBuilder();
    for (var tenant : config.tenant()) {
      var object = tenant.deepCopy();
      if (isClusterRole(object)) {
        nameOfRelease(object.path("metadata"), template);
        shared.append("---\n").append(template.text(object));
      } else {
        inTenant(object, template);
        inEach.append("---\n").append(template.text(object));
      }
    }
    return "{{- if .Values.tenants }}\n%s{{- end }}\n{{- range .Values.tenants }}\n%s{{- end }}\n"
        .formatted(shared, inEach);
  }

  private static boolean isClusterRole(ObjectNode object) {
    return object.path("kind").asText().equals("ClusterRole");
  }

  /** Another release, or kubectl, may have made a ClusterRole with the same name. */
  private static void nameOfRelease(JsonNode named, HelmTemplate template) {
    ((ObjectNode) named)
        .put("name", template.inline("$.Release.Name") + "-" + named.path("name").asText());
  }

  private void inTenant(ObjectNode object, HelmTemplate template) {
    var metadata = (ObjectNode) object.path("metadata");
    if (metadata.has("namespace")) {
      metadata.put("namespace", template.inline(". | quote"));
    } else {
      // Each namespace has its own.
      metadata.put("name", template.inline(".") + "-" + metadata.path("name").asText());
    }
    for (JsonNode each : object.path("subjects")) {
      var subject = (ObjectNode) each;
      // Its name after `kubectl apply -k`.
      boolean isOperator =
          subject.path("name").asText().equals(config.namePrefix() + config.account());
      if (isOperator) {
        subject.put("name", new ChartNames(config, template).name(config.account()));
      }
      subject.put("namespace", template.inline(isOperator ? "$.Release.Namespace" : ". | quote"));
    }
    var role = object.at("/roleRef/name");
    if (config.tenant().stream()
        .anyMatch(other -> isClusterRole(other) && other.at("/metadata/name").equals(role))) {
      nameOfRelease(object.path("roleRef"), template);
    }
  }
}
