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
  private static final String EITHER =
      "x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]";

  /** The schema of the field {@code a} before and after, and what the new one takes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: string | type: string | ''",
        "type: string | type: string, description: new | ''",
        "type: string | type: integer | spec.a must be of the type integer now, in place of string",
        "OPEN | type: integer | spec.a must be of the type integer now",
        "type: integer | OPEN | ''",
        "type: integer | type: number | ''",
        "type: number | type: integer | spec.a must be of the type integer now, in place of number",
        "type: integer | EITHER | ''",
        "EITHER | type: string | spec.a must be of the type string now, in place of integer or string",
        "type: string, nullable: true | type: string | spec.a null is no longer accepted",
        "type: string, nullable: true | OPEN | ''",
        "type: string | type: string, enum: [x, y] | spec.a must be one of x, y now",
        "type: string, enum: [x, y] | type: string, enum: [x, z] | spec.a no longer accepts y",
        "type: string, enum: [x] | type: string, enum: [x, y] | ''",
        "type: integer | type: integer, minimum: 1 | spec.a minimum is 1 now, there was none",
        "type: integer, minimum: 1 | type: integer, minimum: 3 | spec.a minimum is 3 now, it was 1",
        "type: integer, minimum: 3 | type: integer, minimum: 1 | ''",
        "type: integer, maximum: 9 | type: integer, maximum: 3 | spec.a maximum is 3 now, it was 9",
        "type: string | type: string, pattern: x+ | spec.a another condition: pattern \"x+\"",
        "type: string, pattern: x+ | type: string | ''",
        "type: object, properties: {b: {type: string}} | type: object, properties: {} | spec.a.b is gone; the API server drops it",
        "type: object, properties: {b: {type: string}} | type: object, OPEN | spec.a.b is gone; the API server still accepts and keeps it",
        "type: object, properties: {b: {type: string}} | OPEN | spec.a.b is gone; the API server still accepts and keeps it",
        "type: object, properties: {b: {type: string}} | type: object, additionalProperties: {type: integer} | spec.a.b must be of the type integer now, in place of string",
        "type: object, OPEN | type: object, properties: {b: {type: string}} | spec.a fields that the CRD does not name are dropped now",
        "type: object, OPEN | type: object, additionalProperties: {type: string} | spec.a.* must be of the type string now",
        "type: object | type: object, properties: {b: {type: string}} | ''",
        "type: object, properties: {b: {}} | type: object, properties: {b: {}}, required: [b] | spec.a.b is required now",
        "type: array, items: {type: string} | type: array, items: {type: integer} | spec.a[] must be of the type integer now, in place of string",
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
        "{type: object, properties: {a: {%s}}}"
            .formatted(field.replace("OPEN", OPEN).replace("EITHER", EITHER)));
  }
}
