package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NarrowedFieldTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String OPEN = "x-kubernetes-preserve-unknown-fields: true";

  /** The schema of the field {@code a} before and after, and what the new one takes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: string | type: string | ''",
        "type: string | type: string, description: new | ''",
        "type: string | type: integer | spec.a type is \"integer\" now, it was \"string\"",
        "OPEN | type: integer | spec.a type is \"integer\" now, there was none; fields that the CRD does not name are dropped now",
        "type: integer | OPEN | ''",
        "type: string, nullable: true | type: string | spec.a null is no longer accepted",
        "type: string, nullable: true | OPEN | ''",
        "type: string | type: string, enum: [x, y] | spec.a enum is [\"x\",\"y\"] now, there was none",
        "type: integer, minimum: 1 | type: integer, minimum: 3 | spec.a minimum is 3 now, it was 1",
        "type: string, pattern: x+ | type: string | ''",
        "type: object, properties: {b: {type: string}} | type: object, properties: {} | spec.a.b is gone; the API server drops it",
        "type: object, properties: {b: {type: string}} | type: object, OPEN | spec.a.b is gone; the API server still accepts and keeps it",
        "type: object, properties: {b: {type: string}} | OPEN | spec.a.b is gone; the API server still accepts and keeps it",
        "type: object, properties: {b: {type: string}} | type: object, additionalProperties: {type: integer} | spec.a.b type is \"integer\" now, it was \"string\"",
        "type: object, OPEN | type: object, properties: {b: {type: string}} | spec.a fields that the CRD does not name are dropped now",
        "type: object, OPEN | type: object, additionalProperties: {type: string} | spec.a.* type is \"string\" now, there was none",
        "type: object | type: object, properties: {b: {type: string}} | ''",
        "type: object, properties: {b: {}} | type: object, properties: {b: {}}, required: [b] | spec.a required is [\"b\"] now, there was none",
        "type: array, items: {type: string} | type: array, items: {type: integer} | spec.a[] type is \"integer\" now, it was \"string\"",
        "type: array, items: {OPEN} | type: array, items: {OPEN} | ''",
      })
  void saysWhatANewSchemaTakes(String before, String after, String taken)
      throws JsonProcessingException {
    assertEquals(
        taken,
        NarrowedField.between(schema(before), schema(after)).stream()
            .map(field -> field.path() + " " + field.change())
            .collect(Collectors.joining("; ")));
  }

  private static JsonNode schema(String field) throws JsonProcessingException {
    return YAML.readTree(
        "{type: object, properties: {a: {%s}}}".formatted(field.replace("OPEN", OPEN)));
  }
}
