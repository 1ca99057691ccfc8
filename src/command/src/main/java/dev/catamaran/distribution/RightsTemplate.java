package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.rights.Rule;
import java.util.Collection;
import java.util.Map;

/**
 * The operator's rights in a chart. With {@code watchNamespaces}, each of these namespaces gets a
 * Role, and the ClusterRole has only what no Role can have.
 *
 * @param generated rules that follow from charts and classes
 */
record RightsTemplate(OperatorConfig config, References references, Collection<Rule> generated) {

  /** Returns the files. */
  Map<String, String> files() {
    var divided = DividedRole.of(config.role(), generated);
    return Map.of(
        "templates/_rules.tpl",
        rules(divided),
        ObjectTemplate.file(config.role()),
        clusterRole(divided),
        "templates/role-manager-role.yaml",
        namespaced());
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
    names(template).apply(role);
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
    names(template).apply(copy);
    ((ObjectNode) copy.path("metadata")).put("namespace", template.inline(". | quote"));
    return copy;
  }

  private String included(String context) {
    return "{{- include \"%s.namespacedRules\" %s | nindent @0 }}".formatted(chart(), context);
  }

  private ChartNames names(HelmTemplate template) {
    return new ChartNames(config.project(), references, template);
  }

  private String chart() {
    return config.project().projectName();
  }
}
