package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.project.Template;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The files of a chart with one object each. What depends on values is in actions.yaml. */
final class ObjectTemplate {
  private final OperatorConfig config;
  private final JsonNode table;

  /** Makes the files of the objects of a project. */
  ObjectTemplate(OperatorConfig config) {
    this.config = config;
    var places = Map.of("name", config.project().projectName());
    var text = Template.fill(OperatorChart.TEMPLATES + "actions.yaml", places);
    this.table = Yaml.read(text).getFirst();
  }

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
    new ChartNames(config, template).apply(object);
    var kind = object.path("kind").asText();
    boolean isOperator = original.equals(config.deployment());
    for (var action : table.path("actions")) {
      var of = action.path("of").asText();
      if (of.equals("container") && isOperator) {
        apply(action, OperatorConfig.container(object), template);
      } else if (of.equals("operator") ? isOperator : List.of("all", kind).contains(of)) {
        apply(action, object, template);
      }
    }
    var text = template.text(object);
    var condition = condition(original);
    return condition.isEmpty() ? text : "{{- if %s }}\n%s{{- end }}\n".formatted(condition, text);
  }

  private static void apply(JsonNode action, JsonNode to, HelmTemplate template) {
    for (var path : action.path("at").asText().split(", ", -1)) {
      apply(action, List.of(path.split(" ", -1)), to, template);
    }
  }

  private static void apply(
      JsonNode action, List<String> path, JsonNode to, HelmTemplate template) {
    var step = path.getFirst();
    var rest = path.subList(1, path.size());
    if (to instanceof ArrayNode list) {
      for (int i = list.size() - 1; i >= 0; i--) {
        if (!step.equals("*") && !step.equals(name(list.path(i)))) {
          continue;
        }
        if (!rest.isEmpty()) {
          apply(action, rest, list.path(i), template);
        } else if (action.has("drop")) {
          list.remove(i);
        } else {
          list.set(i, item(action, list.path(i), template));
        }
      }
    } else if (!rest.isEmpty()) {
      apply(action, rest, to.path(step), template);
    } else if (to instanceof ObjectNode object) {
      field(action, step, object, template);
    }
  }

  /** An argument has the name of its flag. */
  private static String name(JsonNode item) {
    return item.path("name").asText(item.asText().split("=", 2)[0]);
  }

  private static JsonNode item(JsonNode action, JsonNode item, HelmTemplate template) {
    var kept =
        action.has("is")
            ? TextNode.valueOf(name(item) + "=" + template.inline(action.path("is").asText()))
            : item;
    var otherwise =
        action.has("else") ? "{{- else }}\n- " + action.path("else").asText() + "\n" : "";
    return TextNode.valueOf(
        template.ifTrue(
            action.path("if").asText(), Yaml.MAPPER.createArrayNode().add(kept), otherwise));
  }

  private static void field(
      JsonNode action, String name, ObjectNode object, HelmTemplate template) {
    if (action.has("drop")) {
      object.remove(name);
    } else if (action.has("is")) {
      object.put(name, template.inline(action.path("is").asText()));
    } else if (action.has("append")) {
      object.withArray(name).add(template.block(action.path("append").asText()));
    } else if (action.has("with") && !object.has(name)) {
      template.addBlock(
          object,
          "{{- with %s }}\n%s:\n  {{- toYaml . | nindent @2 }}\n{{- end }}"
              .formatted(action.path("with").asText(), name));
    } else if (action.has("if") && object.has(name)) {
      var part = object.objectNode().set(name, object.remove(name));
      object.put(template.ifTrue(action.path("if").asText(), part, ""), "");
    } else if (action.has("add") && object.path(name) instanceof ObjectNode inner) {
      template.addBlock(inner, action.path("add").asText());
    } else if (action.has("orElse")) {
      template.addBlock(object, action.path("orElse").asText());
    }
  }

  /** Returns the condition for the whole object; empty for none. */
  private String condition(ObjectNode object) {
    if (config.isForPeople(object)) {
      return ".Values.userRoles.enabled";
    }
    var kind = object.path("kind").asText();
    var keys = new HashSet<>(Set.of(kind, kind + "/" + OperatorConfig.name(object)));
    object
        .path("spec")
        .path("ports")
        .forEach(port -> keys.add(kind + "/" + port.path("name").asText()));
    return table.path("conditions").properties().stream()
        .filter(row -> row.getValue().valueStream().map(JsonNode::asText).anyMatch(keys::contains))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }
}
