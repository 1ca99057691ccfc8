package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.project.ProjectFile;

/** Names, namespaces and labels of the objects in a chart: those of its release. */
record ChartNames(ProjectFile project, References references, HelmTemplate template) {
  private static final String LABEL = "app.kubernetes.io/name";

  /** Puts the names of the release into an object. */
  void apply(ObjectNode object) {
    references.change(object, this::name, template.inline("$.Release.Namespace"));
    label(object, "");
  }

  /** Returns the name of an object in the release. */
  String name(String suffix) {
    return template.inline(
        "include \"%s.resourceName\" (dict \"suffix\" \"%s\" \"context\" $)"
            .formatted(project.projectName(), suffix));
  }

  /** Labels of an object are more than those that select pods. */
  private void label(JsonNode node, String path) {
    if (node instanceof ObjectNode object
        && object.path(LABEL).asText().equals(project.projectName())) {
      object.remove(LABEL);
      var part = path.equals("/metadata/labels") ? "labels" : "selectorLabels";
      template.addBlock(
          object, "{{- include \"%s.%s\" $ | nindent @0 }}".formatted(project.projectName(), part));
    }
    if (node.isArray()) {
      node.forEach(item -> label(item, path + "/*"));
    } else {
      node.properties().forEach(field -> label(field.getValue(), path + "/" + field.getKey()));
    }
  }
}
