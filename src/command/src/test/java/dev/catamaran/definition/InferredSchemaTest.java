package dev.catamaran.definition;

import static dev.catamaran.definition.TestCharts.assertProperties;
import static dev.catamaran.definition.TestCharts.chart;
import static dev.catamaran.definition.TestCharts.chartAbove;
import static dev.catamaran.definition.TestCharts.chartWithTemplates;
import static dev.catamaran.definition.TestCharts.properties;
import static dev.catamaran.definition.TestCharts.taking;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InferredSchemaTest {
  /** Values that charts document, and whose defaults have other types (consul, vault, cilium). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: false | | ANY",
        "a: '-' | | ANY",
        "a: 'true' | | ANY",
        "a: '1.16' | | ANY",
        "a: \"one\\ntwo\" | | ANY",
        "a: [] | | ANY",
        "a: 1.16 | | ANY",
        "a: 0.5 | | ANY",
        "a: 18446744073709551615 | | ANY",
        "a: | | ANY",
        "a: 30 | | EITHER",
        "a: text | | TEXT",
        "a: '' | | TEXT",
        "a: true | if .Values.a | BOOL",
        "a: true | if and .Values.a (not .Values.b) | BOOL",
        "a: true | else if $.Values.a | BOOL",
        "a: true | if ne (toString .Values.a) \"-\" | ANY",
        "a: true | if eq .Values.a \"auto\" | ANY",
        "a: true | .Values.a | ANY",
        "a: true | if .Values.a.b | ANY",
        "a: text | if kindIs \"string\" .Values.a | ANY",
        "a: text | tpl .Values.a . | TEXT",
        "a: [] | tpl .Values.a . | ANY",
        "a: [] | range $key, $value := .Values.a | ANY",
        "a: [] | range .Values.a | LIST",
        "a: [] | toYaml .Values.a | LIST",
        "a: [] | if .Values.a | ANY",
        "a: [] | with .Values.a; toYaml . | LIST",
        "a: [] | with .Values.a; tpl . $ | ANY",
        "a: {} | | ANY",
        "a: {} | with .Values.a; tpl (toYaml .) $ | ANY",
        "a: {} | .Values.a.b | {OBJECT}",
        "a: {b: c} | $tp := typeOf .Values.a | ANY",
        "podAnnotations: {} | | {OBJECT}",
        "resources: {} | toYaml .Values.resources | {OBJECT}",
        "a: text | printf \"%s\" .Values.a | TEXT",
        "a: 30 | typeOf .Values.a | ANY",
        "enabled: false | | BOOL",
        "enabled: '-' | | ANY",
        "hostNetwork: false | | BOOL",
        "replicas: 3 | | INT",
        "periodSeconds: 30 | | INT",
        "containerPort: 80 | | INT",
        // As in Kubernetes.
        "maxUnavailable: 1 | | EITHER",
        "targetPort: http | | EITHER",
        "nodePort: \"\" | | EITHER",
        "runAsUser: \"\" | | EITHER",
        "nodePorts: {http: \"\", protocol: TCP} | | {properties: {http: EITHER, protocol: TEXT}, OBJECT}",
        "limits: {cpu: 1, memory: 128Mi} | | {properties: {cpu: ANY, memory: EITHER}, OBJECT}",
        // Objects stay open, and items have a common type.
        "image: {tag: a} | | {properties: {tag: TEXT}, OBJECT}",
        "a: [a, b] | | {items: {type: string}, nullable: true, type: array}",
        "a: [a, null] | | {items: TEXT, nullable: true, type: array}",
        "a: [80, http] | | {items: EITHER, nullable: true, type: array}",
        "a: [1, {a: b}, [c]] | | LIST",
      })
  void takesATypeOnlyWithFurtherEvidence(String values, String action, String schema) {
    var chart = chartWithTemplates(values, action == null ? new String[0] : action.split("; ", -1));
    assertProperties("%s: %s".formatted(values.split(":")[0], schema), chart);
  }

  @Test
  void mergesThePropertiesOfAllItems() {
    assertProperties(
        """
        hosts:
          items:
            properties:
              name: TEXT
              paths: {items: {type: string}, nullable: true, type: array}
              weight: ANY
              extra: ANY
            type: object
            x-kubernetes-preserve-unknown-fields: true
          nullable: true
          type: array
        """,
        chart(
            """
            hosts:
            - {name: a, paths: [], weight: 1, extra: {}}
            - {name: null, paths: [/], weight: 0.5, extra: text}
            """));
  }

  @Test
  void namesKeysAsHelmDoesAndQuotesThem() {
    assertEquals(
        """
        "8":
          nullable: true
          type: string
        "true":
          nullable: true
          type: string
        "1.5":
          nullable: true
          type: string
        plain/key.name:
          nullable: true
          type: string
        'with: colon':
          nullable: true
          type: string
        """,
        properties(chart("010: a\nyes: a\n1.50: a\nplain/key.name: a\n\"with: colon\": a\n")));
  }

  @Test
  void resolvesAnchorsAndMergeKeys() {
    var size = "{description: Size of the box., nullable: true, x-kubernetes-int-or-string: true}";
    assertProperties(
        """
        base: {properties: {size: SIZE}, OBJECT}
        other: {properties: {size: SIZE, color: TEXT}, OBJECT}
        """
            .replace("SIZE", size),
        chart(
            """
            base: &base
              # Size of the box.
              size: 1
            other:
              <<: *base
              color: red
            """));
  }

  @Test
  void opensTheValuesOfSubchartsEvenWithoutDefaults() {
    assertProperties(
        """
        redis: {description: Values of the subchart redis., properties: {enabled: BOOL}, OBJECT}
        db: {description: Values of the subchart db., OBJECT}
        global: {description: Values for all charts., OBJECT}
        """,
        chart("redis: {enabled: true}\n", "redis", "db"));
    assertProperties(
        """
        below:
          description: Values of the subchart below.
          properties:
            kind: ANY
            name: {description: Its name., nullable: true, type: string}
            own: TEXT
          nullable: true
          type: object
          x-kubernetes-preserve-unknown-fields: true
        global: {description: Values for all charts., OBJECT}
        """,
        chartAbove(
            "below: {kind: [], name: one, own: x}\n",
            chart("# Its name.\nname: two\nkind: text\n")));
  }

  @Test
  void acceptsTheDepthThatHelmAccepts() {
    var depth = 300;
    var values = "{a: ".repeat(depth) + "1" + "}".repeat(depth);
    assertEquals(depth, properties(chart(values)).split("a:\n", -1).length - 1);
  }

  @Test
  void takesNoTypeThatTestsOrCommentsContradict() {
    assertProperties(
        "{a: EITHER, b: ANY, c: TEXT}",
        taking(chart("a: x\nb: {c: d}\nc: text\n"), "a: 1\nb: \"\"\nc: other\nd: new\n"));
    // As Jenkins says of its plugins.
    assertEquals(
        """
        plugins:
          description: What to install. If you want none, set it to `false`
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(
            chart("# What to install. If you want none, set it to `false`\nplugins: [a]\n")));
  }
}
