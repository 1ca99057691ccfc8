package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.release.SecretTexts;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldChangesTest {

  @Test
  void namesTheItemsOfListsByTheirKeys() {
    assertEquals(
        List.of(
            "spec.containers[web].image: \"a\" -> \"b\"",
            "spec.containers[log]: (none) -> {\"name\":\"log\"}"),
        lines(
            "{spec: {containers: [{name: web, image: a}]}}",
            "{spec: {containers: [{name: web, image: b}, {name: log}]}}"));
  }

  @Test
  void namesOtherItemsByTheirIndex() {
    assertEquals(
        List.of("args[1]: \"b\" -> \"c\"", "args[2]: (none) -> \"d\""),
        lines("{args: [a, b]}", "{args: [a, c, d]}"));
  }

  @Test
  void namesTheOrderOfKeyedItems() {
    assertEquals(
        List.of(
            "env[C]: (none) -> {\"name\":\"C\"}",
            "env: [\"A\",\"B\"] -> [\"B\",\"C\",\"A\"] (drift)"),
        lines(
            "{env: [{name: A}, {name: B}]}",
            "{env: [{name: B}, {name: C}, {name: A}]}",
            yaml("{env: [{name: B}, {name: A}]}")));
    assertEquals(
        List.of("env[C]: (none) -> {\"name\":\"C\"}"),
        lines("{env: [{name: A}, {name: B}]}", "{env: [{name: C}, {name: A}, {name: B}]}"));
  }

  @Test
  void quotesNamesWithDots() {
    assertEquals(
        List.of("metadata.annotations[\"a.b/c\"]: \"1\" -> (none)"),
        lines("{metadata: {annotations: {a.b/c: '1'}}}", "{metadata: {annotations: {}}}"));
  }

  @Test
  void omitsTheFieldsOfTheApiServer() {
    assertEquals(
        List.of(),
        lines(
            "{metadata: {generation: 1, resourceVersion: '7', managedFields: []}, status: {a: 1}}",
            "{metadata: {generation: 2, resourceVersion: '8'}, status: {a: 2}}"));
  }

  @Test
  void marksFieldsThatTheDeployedManifestAlreadyHas() {
    assertEquals(
        List.of("data.a: \"2\" -> \"1\" (drift)", "data.b: \"1\" -> \"2\""),
        lines(
            "{data: {a: '2', b: '1'}}",
            "{data: {a: '1', b: '2'}}",
            yaml("{data: {a: '1', b: '1'}}")));
  }

  @Test
  void masksTheDataOfSecretsAndKnownTexts() {
    assertEquals(
        List.of("data.a: \"******\" -> \"******\"", "data.b: (none) -> \"******\""),
        lines(
            "{apiVersion: v1, kind: Secret, data: {a: YQ==}}",
            "{apiVersion: v1, kind: Secret, data: {a: Yg==, b: Yw==}}"));
    var before = yaml("{data: {url: 'x'}}");
    var after = yaml("{data: {url: 'https://s3cret-text@host'}}");
    var mask = Mask.of(after, SecretTexts.of(List.of("s3cret-text")));
    assertEquals(
        List.of("data.url: \"x\" -> \"https://***@host\""),
        FieldChanges.of(before, after, MissingNode.getInstance(), mask).stream()
            .map(FieldChange::line)
            .toList());
  }

  private static List<String> lines(String before, String after) {
    return lines(before, after, MissingNode.getInstance());
  }

  private static List<String> lines(String before, String after, JsonNode deployed) {
    var now = yaml(after);
    return FieldChanges.of(yaml(before), now, deployed, Mask.of(now, SecretTexts.none())).stream()
        .map(FieldChange::line)
        .toList();
  }

  static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
