package dev.catamaran.definition;

import static dev.catamaran.definition.TestCharts.assertProperties;
import static dev.catamaran.definition.TestCharts.chartWithSchema;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvertedSchemaTest {
  private static final String DEFINITIONS =
      """
      {"definitions": {"port": {"type": "integer", "maximum": 65535, "description": "A port."}},
       "$defs": {"a/b": {"type": "string", "minLength": 1},
                 "c": {"$anchor": "flag", "type": "boolean"},
                 "node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}},
       "properties": {"a": %s}}
      """;

  /** The property {@code a} in JSON Schema and in a structural schema. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // References of all drafts.
        "{'$ref': '#/definitions/port'} | {description: A port., maximum: 65535, nullable: true, type: integer}",
        "{'$ref': '#/$defs/a~1b', 'description': 'Beside.'} | {description: Beside., minLength: 1, nullable: true, type: string}",
        "{'$ref': '#flag'} | BOOL",
        // Cycles and foreign references are left open.
        "{'$ref': '#/$defs/node'} | {properties: {next: {OBJECT}}, OBJECT}",
        "{'$ref': 'https://example.com/pod.json'} | ANY",
        // The objects of allOf are merged.
        "{'allOf': [{'type': 'object', 'properties': {'a': {'type': 'number', 'maximum': 3}}},"
            + " {'properties': {'a': {'type': 'integer', 'minimum': 1}, 'b': {'type': 'string'}}, 'additionalProperties': false}]}"
            + " | {properties: {a: {maximum: 3, minimum: 1, nullable: true, type: integer}, b: TEXT}, OBJECT}",
        // One type beside null.
        "{'type': ['string', 'null']} | TEXT",
        "{'oneOf': [{'type': 'string'}, {'type': 'integer'}, {'type': 'null'}]} | EITHER",
        "{'type': ['string', 'object']} | ANY",
        "{'type': ['integer', 'number']} | {nullable: true, type: number}",
        "{'anyOf': [{'type': 'null'}, {'type': 'string', 'maxLength': 3}]} | {maxLength: 3, nullable: true, type: string}",
        // Objects stay open even if their author closed them.
        "{'type': 'object', 'additionalProperties': false, 'properties': {'a': {'type': 'string'}}, 'required': ['a']}"
            + " | {properties: {a: TEXT}, OBJECT}",
        "{'type': 'object', 'additionalProperties': {'type': 'string'}} | {additionalProperties: TEXT, nullable: true, type: object}",
        "{'type': 'object', 'additionalProperties': true} | {OBJECT}",
        // Scalars keep their constraints, without defaults.
        "{'type': 'number', 'exclusiveMinimum': 0, 'maximum': 9, 'multipleOf': 0.5, 'default': 1}"
            + " | {exclusiveMinimum: true, maximum: 9, minimum: 0, multipleOf: 0.5, nullable: true, type: number}",
        "{'type': 'integer', 'maximum': 5, 'exclusiveMaximum': true} | {exclusiveMaximum: true, maximum: 5, nullable: true, type: integer}",
        "{'type': 'string', 'minLength': 1, 'maxLength': 9, 'pattern': '^[a-z]+$', 'format': 'hostname'}"
            + " | {format: hostname, maxLength: 9, minLength: 1, nullable: true, pattern: '^[a-z]+$', type: string}",
        "{'enum': ['a', '1', null]} | {allOf: [{enum: [a, '1']}], nullable: true, type: string}",
        "{'type': 'string', 'not': {'const': 'latest'}} | {not: {enum: [latest]}, nullable: true, type: string}",
        // Alternatives of scalars and of objects are merged.
        "{'oneOf': [{'const': 'red'}, {'const': 'blue'}]} | {allOf: [{enum: [red, blue]}], nullable: true, type: string}",
        "{'type': 'string', 'anyOf': [{'maxLength': 0}, {'pattern': '^a'}]} | {anyOf: [{maxLength: 0}, {pattern: ^a}], nullable: true, type: string}",
        "{'type': 'string', 'anyOf': [{'maxLength': 0}, {}]} | TEXT",
        "{'oneOf': [{'type': 'object', 'properties': {'disk': {'type': 'string'}}, 'required': ['disk']},"
            + " {'type': 'object', 'properties': {'memory': {'type': 'string'}}}]} | {properties: {disk: TEXT, memory: TEXT}, OBJECT}",
        // Items are checked.
        "{'type': 'array', 'minItems': 1, 'maxItems': 3, 'items': {'properties': {'name': {'type': 'string'}}, 'required': ['name']}}"
            + " | {items: {properties: {name: TEXT}, required: [name], type: object, x-kubernetes-preserve-unknown-fields: true},"
            + " maxItems: 3, minItems: 1, nullable: true, type: array}",
        "{'items': {'type': ['string', 'null']}} | {items: TEXT, nullable: true, type: array}",
        "{'items': {'enum': ['a', 'b']}} | {items: {enum: [a, b], type: string}, nullable: true, type: array}",
      })
  void isStructural(String property, String expected) {
    var schema = DEFINITIONS.formatted(property.replace('\'', '"'));
    assertProperties("a: " + expected, chartWithSchema(schema, ""));
  }

  @Test
  void ignoresSiblingsOfReferencesInOldDrafts() {
    assertProperties(
        "a: TEXT",
        chartWithSchema(
            """
            {"$schema": "http://json-schema.org/draft-07/schema#",
             "definitions": {"text": {"type": "string"}},
             "properties": {"a": {"$ref": "#/definitions/text", "maxLength": 3}}}
            """,
            ""));
  }

  @Test
  void notesWhatAStructuralSchemaCannotSay() {
    var notes =
        ValuesSchema.of(
                chartWithSchema(
                    """
                    {"$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}}}},
                     "if": {"required": ["a"]}, "then": {"required": ["b"]},
                     "properties": {
                       "a": {"type": "string", "pattern": "^(?!x)"},
                       "b": {"type": "string", "format": "semver"},
                       "c": {"properties": {"x": {}}, "patternProperties": {"^y": {}},
                             "additionalProperties": {"type": "string"}},
                       "d": {"type": "array", "not": {"minItems": 2}, "uniqueItems": true},
                       "e/f": {"type": ["string", "boolean"]},
                       "g": {"oneOf": [
                         {"type": "object", "properties": {"x": {}}, "required": ["x"]},
                         {"type": "object", "properties": {"y": {}}}]},
                       "h": {"$ref": "#/$defs/node"},
                       "i": {"$ref": "https://example.com/pod.json"}}}
                    """,
                    ""))
            .notes();
    var expected =
        List.of(
            "/: \"if\" cannot be said",
            "/properties/a: \"pattern\" is no regular expression to the API server",
            "/properties/b: \"format\" semver has no meaning in Kubernetes",
            "/properties/c: \"patternProperties\" cannot be said",
            "/properties/c: \"additionalProperties\" cannot be beside \"properties\"",
            "/properties/d: \"not\" cannot be said",
            "/properties/d: \"uniqueItems\" cannot be said",
            "/properties/e~1f: values of several types",
            "/properties/g: which properties go together",
            "/properties/h/properties/next: \"$ref\" to #/$defs/node contains itself",
            "/properties/i: \"$ref\" to https://example.com/pod.json is not in the file");
    assertEquals(expected.size(), notes.size(), notes::toString);
    for (int i = 0; i < expected.size(); i++) {
      var note = notes.get(i);
      assertTrue(note.startsWith("values.schema.json: " + expected.get(i)), note);
      assertTrue(note.endsWith("; left open"), note);
    }
  }

  @Test
  void takesDescriptionsAndOrderAndFurtherKeysFromTheValues() {
    assertEquals(
        """
        b:
          description: From the comment.
          nullable: true
          type: string
        undescribed:
          nullable: true
          x-kubernetes-int-or-string: true
        a:
          description: From the schema.
          nullable: true
          type: string
        c:
          description: The title.
          nullable: true
          type: string
        """,
        TestCharts.properties(
            chartWithSchema(
                """
                {"properties": {"a": {"type": "string", "description": "From the schema."},
                                "b": {"type": "string", "title": "Title"},
                                "c": {"type": "string", "title": "The title."}},
                 "required": ["a", "b"]}
                """,
                """
                # From the comment.
                b: ""
                undescribed: 1
                # From the comment too.
                a: ""
                """)));
  }

  @Test
  void acceptsSchemasWithoutObjects() {
    assertEquals("", TestCharts.properties(chartWithSchema("true", "")));
    assertEquals("", TestCharts.properties(chartWithSchema("{\"type\": \"string\"}", "")));
  }
}
