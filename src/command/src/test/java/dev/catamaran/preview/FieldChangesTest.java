package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.fields.FieldChanges;
import dev.catamaran.fields.Mask;
import dev.catamaran.release.SecretTexts;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldChangesTest {
  private static final String LONG = "x".repeat(500);

  /** An object before and after, in the deployed manifest, and the changes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {spec: {containers: [{name: web, image: a}]}} | {spec: {containers: [{name: web, image: b}, {name: log}]}} | | spec.containers[web].image: "a" -> "b"; spec.containers[log]: (none) -> {"name":"log"}
          {args: [a, b]} | {args: [a, c, d]} | | args[1]: "b" -> "c"; args[2]: (none) -> "d"
          {env: [{name: A}, {name: B}]} | {env: [{name: B}, {name: C}, {name: A}]} | {env: [{name: B}, {name: A}]} | env[C]: (none) -> {"name":"C"}; env: ["A","B"] -> ["B","C","A"] (drift)
          {env: [{name: A}, {name: B}]} | {env: [{name: C}, {name: A}, {name: B}]} | | env[C]: (none) -> {"name":"C"}
          {metadata: {annotations: {a.b/c: '1'}}} | {metadata: {annotations: {}}} | | metadata.annotations["a.b/c"]: "1" -> (none)
          {metadata: {generation: 1, resourceVersion: '7', managedFields: []}, status: {a: 1}} | {metadata: {generation: 2, resourceVersion: '8'}, status: {a: 2}} | | ``
          {data: {a: '2', b: '1'}} | {data: {a: '1', b: '2'}} | {data: {a: '1', b: '1'}} | data.a: "2" -> "1" (drift); data.b: "1" -> "2"
          {apiVersion: v1, kind: Secret, data: {a: YQ==}} | {apiVersion: v1, kind: Secret, data: {a: Yg==, b: Yw==}} | | data.a: "******" -> "******"; data.b: (none) -> "******"
          {env: [{name: DB_PASSWORD, value: one}]} | {env: [{name: DB_PASSWORD, value: two}]} | | env[DB_PASSWORD].value: "******" -> "******"
          {env: [{name: A}]} | {env: [{name: A}, {name: API_TOKEN, value: two}]} | | env[API_TOKEN]: (none) -> {"name":"API_TOKEN","value":"******"}
          {args: [--token, one]} | {args: [--token, two]} | | args[1]: "******" -> "******"
          {args: [--password=one]} | {args: [--password=two]} | | args[0]: "--password=***" -> "--password=***"
          {volumes: [{name: a}]} | {volumes: [{name: a, secret: {secretName: b}}]} | | volumes[a].secret: (none) -> {"secretName":"b"}
          {data: {url: x}} | {data: {url: 'https://s3cret-text@host'}} | | data.url: "x" -> "https://***@host"
          """)
  void nameFieldsAndValues(String before, String after, String deployed, String expected) {
    var now = yaml(after);
    var mask = Mask.of(now, SecretTexts.of(List.of("s3cret-text")));
    var then = deployed == null ? MissingNode.getInstance() : yaml(deployed);
    assertEquals(
        expected,
        FieldChanges.of(yaml(before), now, then, mask).stream()
            .map(FieldChange::line)
            .collect(Collectors.joining("; ")));
  }

  /** The first difference is shown, and no symbol is cut in two. */
  @Test
  void cutLongValues() {
    var x20 = "x".repeat(20);
    var x49 = "x".repeat(49);
    assertLine(
        "…%s1%s… -> …%s2%s…".formatted(x20, x49, x20, x49), LONG + "1" + LONG, LONG + "2" + LONG);
    assertLine("…%s\" -> …%sand more\"".formatted(x20, x20), LONG, LONG + "and more");
    var symbols = "🙂".repeat(100);
    var ten = "🙂".repeat(10);
    assertLine(
        "…%s%s… -> …%sx%s…".formatted(ten, "🙂".repeat(25), ten, "🙂".repeat(24)),
        symbols + symbols,
        symbols + "x" + symbols);
  }

  private static void assertLine(String expected, String before, String after) {
    var change = new FieldChange("a", TextNode.valueOf(before), TextNode.valueOf(after), false);
    assertEquals("a: " + expected, change.line());
  }

  static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
