package dev.catamaran.definition;

import static dev.catamaran.definition.TestCharts.chartWithSchema;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConvertedSchemaTest {

  @Test
  void resolvesReferencesOfAllDrafts() {
    assertEquals(
        """
        port:
          description: A port.
          maximum: 65535
          nullable: true
          type: integer
        name:
          description: Beside the reference.
          minLength: 1
          nullable: true
          type: string
        anchored:
          nullable: true
          type: boolean
        """,
        properties(
            """
            {"definitions": {"port": {"type": "integer", "maximum": 65535, "description": "A port."}},
             "$defs": {"a/b": {"type": "string", "minLength": 1},
                       "c": {"$anchor": "flag", "type": "boolean"}},
             "properties": {"port": {"$ref": "#/definitions/port"},
                            "name": {"$ref": "#/$defs/a~1b", "description": "Beside the reference."},
                            "anchored": {"$ref": "#flag"}}}
            """));
  }

  @Test
  void ignoresSiblingsOfReferencesInOldDrafts() {
    assertEquals(
        """
        name:
          nullable: true
          type: string
        """,
        properties(
            """
            {"$schema": "http://json-schema.org/draft-07/schema#",
             "definitions": {"text": {"type": "string"}},
             "properties": {"name": {"$ref": "#/definitions/text", "maxLength": 3}}}
            """));
  }

  @Test
  void cutsCyclesAndLeavesForeignReferencesOpen() {
    var schema =
        """
        {"$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}},
         "properties": {"tree": {"$ref": "#/$defs/node"},
                        "far": {"$ref": "https://example.com/pod.json"}}}
        """;
    assertEquals(
        """
        tree:
          nullable: true
          properties:
            next:
              nullable: true
              type: object
              x-kubernetes-preserve-unknown-fields: true
          type: object
          x-kubernetes-preserve-unknown-fields: true
        far:
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(schema));
    assertEquals(
        List.of(
            "values.schema.json: /properties/tree/properties/next: \"$ref\" to #/$defs/node"
                + " contains itself; left open",
            "values.schema.json: /properties/far: \"$ref\" to https://example.com/pod.json is not"
                + " in the file; left open"),
        notes(schema));
  }

  @Test
  void mergesTheObjectsOfAllOf() {
    assertEquals(
        """
        box:
          nullable: true
          properties:
            a:
              maximum: 3
              minimum: 1
              nullable: true
              type: integer
            b:
              nullable: true
              type: string
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(
            """
            {"properties": {"box": {"allOf": [
              {"type": "object", "properties": {"a": {"type": "number", "maximum": 3}}},
              {"properties": {"a": {"type": "integer", "minimum": 1}, "b": {"type": "string"}},
               "additionalProperties": false}]}}}
            """));
  }

  @Test
  void findsTheOneTypeBesideNull() {
    assertEquals(
        """
        text:
          nullable: true
          type: string
        port:
          nullable: true
          x-kubernetes-int-or-string: true
        any:
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
        number:
          nullable: true
          type: number
        maybe:
          maxLength: 3
          nullable: true
          type: string
        """,
        properties(
            """
            {"properties": {
              "text": {"type": ["string", "null"]},
              "port": {"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
              "any": {"type": ["string", "object"]},
              "number": {"type": ["integer", "number"]},
              "maybe": {"anyOf": [{"type": "null"}, {"type": "string", "maxLength": 3}]}}}
            """));
  }

  @Test
  void keepsObjectsOpenEvenIfTheirAuthorClosedThem() {
    assertEquals(
        """
        closed:
          nullable: true
          properties:
            a:
              nullable: true
              type: string
          type: object
          x-kubernetes-preserve-unknown-fields: true
        labels:
          additionalProperties:
            nullable: true
            type: string
          nullable: true
          type: object
        free:
          nullable: true
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(
            """
            {"properties": {
              "closed": {"type": "object", "additionalProperties": false,
                         "properties": {"a": {"type": "string"}}, "required": ["a"]},
              "labels": {"type": "object", "additionalProperties": {"type": "string"}},
              "free": {"type": "object", "additionalProperties": true}}}
            """));
  }

  @Test
  void keepsConstraintsOfScalarsWithoutDefaults() {
    assertEquals(
        """
        size:
          exclusiveMinimum: true
          maximum: 9
          minimum: 0
          multipleOf: 0.5
          nullable: true
          type: number
        old:
          exclusiveMaximum: true
          maximum: 5
          nullable: true
          type: integer
        name:
          format: hostname
          maxLength: 9
          minLength: 1
          nullable: true
          pattern: ^[a-z]+$
          type: string
        kind:
          allOf:
          - enum:
            - a
            - "1"
          nullable: true
          type: string
        notLatest:
          not:
            enum:
            - latest
          nullable: true
          type: string
        """,
        properties(
            """
            {"properties": {
              "size": {"type": "number", "exclusiveMinimum": 0, "maximum": 9, "multipleOf": 0.5,
                       "default": 1},
              "old": {"type": "integer", "maximum": 5, "exclusiveMaximum": true},
              "name": {"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^[a-z]+$",
                       "format": "hostname"},
              "kind": {"enum": ["a", "1", null]},
              "notLatest": {"type": "string", "not": {"const": "latest"}}}}
            """));
  }

  @Test
  void mergesAlternativesOfScalarsAndOfObjects() {
    var schema =
        """
        {"properties": {
          "color": {"oneOf": [{"const": "red"}, {"const": "blue"}]},
          "name": {"type": "string", "anyOf": [{"maxLength": 0}, {"pattern": "^a"}]},
          "free": {"type": "string", "anyOf": [{"maxLength": 0}, {}]},
          "store": {"oneOf": [
            {"type": "object", "properties": {"disk": {"type": "string"}}, "required": ["disk"]},
            {"type": "object", "properties": {"memory": {"type": "string"}}}]}}}
        """;
    assertEquals(
        """
        color:
          allOf:
          - enum:
            - red
            - blue
          nullable: true
          type: string
        name:
          anyOf:
          - maxLength: 0
          - pattern: ^a
          nullable: true
          type: string
        free:
          nullable: true
          type: string
        store:
          nullable: true
          properties:
            disk:
              nullable: true
              type: string
            memory:
              nullable: true
              type: string
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(schema));
    assertEquals(
        List.of("values.schema.json: /properties/store: which properties go together; left open"),
        notes(schema));
  }

  @Test
  void checksItemsOfLists() {
    assertEquals(
        """
        hosts:
          items:
            properties:
              name:
                nullable: true
                type: string
            required:
            - name
            type: object
            x-kubernetes-preserve-unknown-fields: true
          maxItems: 3
          minItems: 1
          nullable: true
          type: array
        maybe:
          items:
            nullable: true
            type: string
          nullable: true
          type: array
        kinds:
          items:
            enum:
            - a
            - b
            type: string
          nullable: true
          type: array
        """,
        properties(
            """
            {"properties": {
              "hosts": {"type": "array", "minItems": 1, "maxItems": 3,
                        "items": {"properties": {"name": {"type": "string"}}, "required": ["name"]}},
              "maybe": {"items": {"type": ["string", "null"]}},
              "kinds": {"items": {"enum": ["a", "b"]}}}}
            """));
  }

  @Test
  void notesWhatAStructuralSchemaCannotSay() {
    assertEquals(
        List.of(
            "values.schema.json: /: \"if\" cannot be said in a structural schema; left open",
            "values.schema.json: /properties/a: \"pattern\" is no regular expression to the API"
                + " server: invalid or unsupported Perl syntax; left open",
            "values.schema.json: /properties/b: \"format\" semver has no meaning in Kubernetes;"
                + " left open",
            "values.schema.json: /properties/c: \"patternProperties\" cannot be said in a"
                + " structural schema; left open",
            "values.schema.json: /properties/c: \"additionalProperties\" cannot be beside"
                + " \"properties\"; left open",
            "values.schema.json: /properties/d: \"not\" cannot be said in a structural schema;"
                + " left open",
            "values.schema.json: /properties/d: \"uniqueItems\" cannot be said in a structural"
                + " schema; left open",
            "values.schema.json: /properties/e~1f: values of several types; left open"),
        notes(
            """
            {"if": {"required": ["a"]}, "then": {"required": ["b"]},
             "properties": {
               "a": {"type": "string", "pattern": "^(?!x)"},
               "b": {"type": "string", "format": "semver"},
               "c": {"properties": {"x": {}}, "patternProperties": {"^y": {}},
                     "additionalProperties": {"type": "string"}},
               "d": {"type": "array", "not": {"minItems": 2}, "uniqueItems": true},
               "e/f": {"type": ["string", "boolean"]}}}
            """));
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
    assertEquals("", properties("true"));
    assertEquals("", properties("{\"type\": \"string\"}"));
  }

  private static String properties(String schema) {
    return TestCharts.properties(chartWithSchema(schema, ""));
  }

  private static List<String> notes(String schema) {
    return ValuesSchema.of(chartWithSchema(schema, "")).notes();
  }
}
