package dev.catamaran.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.chart.Values;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateQuestionsTest {
  @Test
  void namesTheApisThatTemplatesAskFor() {
    var questions =
        TemplateQuestions.of(
            "lookup Revision\n{{ if .Capabilities.APIVersions.Has \"a.example/v1\" }}{{ if ($.Capabilities.APIVersions.Has \"b/v1/B\") }}{{ .Capabilities.KubeVersion }}");

    assertEquals(Optional.of(Set.of("a.example/v1", "b/v1/B")), questions.apiVersions());
    assertFalse(questions.asksForRevision());
    assertTrue(questions.askForAny(List.of("c/v1", "b/v1/B")));
    assertFalse(questions.askForAny(List.of("b/v1", "b/v1/C")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ .Capabilities.APIVersions.Has (printf \"%s/v1\" .x) }}",
        "{{ range .Capabilities.APIVersions }}",
        "{{ $c := .Capabilities }}",
        "{{ include \"x\" (dict \"c\" $.Capabilities) }}"
      })
  void anyApiMayBeAskedForWhereTheTextDoesNotTell(String text) {
    assertTrue(TemplateQuestions.of(text).askForAny(List.of("a/v1")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ if\n .Release.IsUpgrade }}",
        "{{ if .Release.IsInstall }}",
        "{{ (lookup \"v1\" \"Secret\" .n \"s\").data }}",
        "{{ $.Release.Revision }}"
      })
  void anUpgradeMayDiffer(String text) {
    assertTrue(TemplateQuestions.of(text).asksForRevision());
  }

  @Test
  void valuesMayHaveTemplates() {
    var nothing = TemplateQuestions.of("{{ .Release.Name }}");

    assertEquals(nothing, nothing.with(Values.empty()));
    assertEquals(nothing, nothing.with(text("{{ .Values.x }}")));
    assertTrue(nothing.with(text("{{ lookup \"v1\" }}")).asksForRevision());
    assertTrue(
        nothing
            .with(text("{{ .Capabilities.APIVersions.Has \"a/v1\" }}"))
            .askForAny(List.of("a/v1")));
  }

  private static Values text(String text) {
    return Values.of(JsonNodeFactory.instance.objectNode().put("text", text));
  }
}
