package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class HelmTemplateTest {
  private final HelmTemplate template = new HelmTemplate();

  private static ObjectNode tree() {
    return Yaml.MAPPER.createObjectNode();
  }

  @Test
  void printsActionsOfThePersonAsTheyAre() {
    var tree = tree().put("summary", "{{ $labels.pod }} fails").put("port", "8443");
    assertEquals(
        """
        summary: "{{ "{{" }} $labels.pod }} fails"
        port: "8443"
        """,
        template.text(tree));
  }

  @Test
  void indentsBlocksInBlocks() {
    var inner = tree().put("name", template.inline(".Values.name"));
    template.addBlock(inner, "{{- toYaml .Values.more | nindent @2 }}");
    var tree = tree();
    tree.putObject("spec")
        .putArray("list")
        .add(template.ifTrue(".Values.on", tree().set("inner", inner)));
    assertEquals(
        """
        spec:
          list:
          {{- if .Values.on }}
          inner:
            name: {{ .Values.name }}
            {{- toYaml .Values.more | nindent 6 }}
          {{- end }}
        """,
        template.text(tree));
  }

  @Test
  void makesAFieldConditional() {
    var tree = tree();
    tree.putArray("list").add(1);
    template.condition(tree, "list", ".Values.on");
    template.condition(tree, "absent", ".Values.on");
    assertEquals(
        """
        {{- if .Values.on }}
        list:
        - 1
        {{- end }}
        """,
        template.text(tree));
  }
}
