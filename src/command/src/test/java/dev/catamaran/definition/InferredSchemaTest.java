package dev.catamaran.definition;

import static dev.catamaran.definition.TestCharts.chart;
import static dev.catamaran.definition.TestCharts.properties;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class InferredSchemaTest {
  private static final String OPEN =
      """
        nullable: true
        x-kubernetes-preserve-unknown-fields: true
      """;

  @Test
  void takesTheTypesOfScalarsInTheOrderOfTheFile() {
    assertEquals(
        """
        text:
          nullable: true
          type: string
        empty:
          nullable: true
          type: string
        count:
          nullable: true
          type: integer
        part:
          nullable: true
          type: number
        flag:
          nullable: true
          type: boolean
        huge:
          nullable: true
          type: number
        """,
        properties(
            chart(
                "text: a\nempty: \"\"\ncount: 3\npart: 0.5\nflag: yes\nhuge: 18446744073709551615\n")));
  }

  @Test
  void leavesNullsAndEmptyContainersOpen() {
    assertEquals(
        """
        nothing:
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
        map:
          nullable: true
          type: object
          x-kubernetes-preserve-unknown-fields: true
        list:
          items:
            nullable: true
            x-kubernetes-preserve-unknown-fields: true
          nullable: true
          type: array
        """,
        properties(chart("nothing:\nmap: {}\nlist: []\n")));
  }

  @Test
  void keepsObjectsOpenBesideTheirProperties() {
    assertEquals(
        """
        image:
          nullable: true
          properties:
            tag:
              nullable: true
              type: string
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(chart("image: {tag: a}\n")));
  }

  @Test
  void givesListsTheCommonTypeOfTheirItems() {
    assertEquals(
        """
        same:
          items:
            type: string
          nullable: true
          type: array
        withNull:
          items:
            nullable: true
            type: string
          nullable: true
          type: array
        ports:
          items:
            nullable: true
            x-kubernetes-int-or-string: true
          nullable: true
          type: array
        mixed:
          items:
            nullable: true
            x-kubernetes-preserve-unknown-fields: true
          nullable: true
          type: array
        """,
        properties(
            chart(
                "same: [a, b]\nwithNull: [a, null]\nports: [80, http]\nmixed: [1, {a: b}, [c]]\n")));
  }

  @Test
  void mergesThePropertiesOfAllItems() {
    assertEquals(
        """
        hosts:
          items:
            properties:
              name:
                nullable: true
                type: string
              paths:
                items:
                  type: string
                nullable: true
                type: array
              weight:
                nullable: true
                type: number
              extra:
                nullable: true
                x-kubernetes-preserve-unknown-fields: true
            type: object
            x-kubernetes-preserve-unknown-fields: true
          nullable: true
          type: array
        """,
        properties(
            chart(
                """
                hosts:
                - {name: a, paths: [], weight: 1, extra: {}}
                - {name: null, paths: [/], weight: 0.5, extra: text}
                """)));
  }

  @Test
  void acceptsIntegersAndStringsWhereKubernetesDoes() {
    var intOrString =
        """
            nullable: true
            x-kubernetes-int-or-string: true
        """;
    assertEquals(
        "maxUnavailable:\n%1$stargetPort:\n%1$snodePort:\n%1$srunAsUser:\n%1$s"
            .formatted(intOrString.indent(-2)),
        properties(
            chart("maxUnavailable: 1\ntargetPort: http\nnodePort: \"\"\nrunAsUser: \"\"\n")));
    assertEquals(
        """
        nodePorts:
          nullable: true
          properties:
            http:
              nullable: true
              x-kubernetes-int-or-string: true
            protocol:
              nullable: true
              type: string
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(chart("nodePorts: {http: \"\", protocol: TCP}\n")));
    assertEquals(
        """
        limits:
          nullable: true
          properties:
            cpu:
              nullable: true
              x-kubernetes-preserve-unknown-fields: true
            memory:
              nullable: true
              x-kubernetes-int-or-string: true
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(chart("limits: {cpu: 1, memory: 128Mi}\n")));
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
    assertEquals(
        """
        base:
          nullable: true
          properties:
            size:
              description: Size of the box.
              nullable: true
              type: integer
          type: object
          x-kubernetes-preserve-unknown-fields: true
        other:
          nullable: true
          properties:
            size:
              description: Size of the box.
              nullable: true
              type: integer
            color:
              nullable: true
              type: string
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(
            chart(
                """
                base: &base
                  # Size of the box.
                  size: 1
                other:
                  <<: *base
                  color: red
                """)));
  }

  @Test
  void opensTheValuesOfSubchartsEvenWithoutDefaults() {
    assertEquals(
        """
        redis:
          description: Values of the subchart redis.
          nullable: true
          properties:
            enabled:
              nullable: true
              type: boolean
          type: object
          x-kubernetes-preserve-unknown-fields: true
        db:
          description: Values of the subchart db.
          nullable: true
          type: object
          x-kubernetes-preserve-unknown-fields: true
        global:
          description: Values for all charts.
          nullable: true
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(chart("redis: {enabled: true}\n", "redis", "db")));
  }

  @Test
  void acceptsTheDepthThatHelmAccepts() {
    var depth = 300;
    var values = "{a: ".repeat(depth) + "1" + "}".repeat(depth);
    assertEquals(depth, properties(chart(values)).split("a:\n", -1).length - 1);
    assertEquals("a:\n" + OPEN, properties(chart("a: null\n")));
  }
}
