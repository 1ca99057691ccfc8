package dev.catamaran.definition;

import static dev.catamaran.definition.TestCharts.chart;
import static dev.catamaran.definition.TestCharts.chartAbove;
import static dev.catamaran.definition.TestCharts.chartWithTemplates;
import static dev.catamaran.definition.TestCharts.properties;
import static dev.catamaran.definition.TestCharts.taking;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InferredSchemaTest {
  private static final String OPEN =
      """
        nullable: true
        x-kubernetes-preserve-unknown-fields: true
      """;

  @Test
  void takesNoTypeOfANumberOrAConditionFromTheDefaultAlone() {
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
          x-kubernetes-int-or-string: true
        part:
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
        flag:
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
        huge:
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(
            chart(
                "text: a\nempty: \"\"\ncount: 3\npart: 0.5\nflag: yes\nhuge: 18446744073709551615\n")));
  }

  private static final String BOOLEAN = "{nullable: true, type: boolean}";
  private static final String TEXT = "{nullable: true, type: string}";
  private static final String INTEGER = "{nullable: true, type: integer}";
  private static final String EITHER = "{nullable: true, x-kubernetes-int-or-string: true}";
  private static final String LIST =
      "{items: {nullable: true, x-kubernetes-preserve-unknown-fields: true}, nullable: true, type: array}";
  private static final String MAP =
      "{nullable: true, type: object, x-kubernetes-preserve-unknown-fields: true}";
  private static final String ANYTHING =
      "{nullable: true, x-kubernetes-preserve-unknown-fields: true}";

  /** Values that charts document, and whose defaults have other types (consul, vault, cilium). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: false | | " + ANYTHING,
        "a: '-' | | " + ANYTHING,
        "a: 'true' | | " + ANYTHING,
        "a: '1.16' | | " + ANYTHING,
        "a: \"one\\ntwo\" | | " + ANYTHING,
        "a: [] | | " + ANYTHING,
        "a: 1.16 | | " + ANYTHING,
        "a: 30 | | " + EITHER,
        "a: text | | " + TEXT,
        "a: true | if .Values.a | " + BOOLEAN,
        "a: true | if and .Values.a (not .Values.b) | " + BOOLEAN,
        "a: true | else if $.Values.a | " + BOOLEAN,
        "a: true | if ne (toString .Values.a) \"-\" | " + ANYTHING,
        "a: true | if eq .Values.a \"auto\" | " + ANYTHING,
        "a: true | .Values.a | " + ANYTHING,
        "a: true | if .Values.a.b | " + ANYTHING,
        "a: text | if kindIs \"string\" .Values.a | " + ANYTHING,
        "a: text | tpl .Values.a . | " + TEXT,
        "a: [] | tpl .Values.a . | " + ANYTHING,
        "a: [] | range $key, $value := .Values.a | " + ANYTHING,
        "a: [] | range .Values.a | " + LIST,
        "a: [] | toYaml .Values.a | " + LIST,
        "a: [] | if .Values.a | " + ANYTHING,
        "a: [] | with .Values.a; toYaml . | " + LIST,
        "a: [] | with .Values.a; tpl . $ | " + ANYTHING,
        "a: {} | | " + ANYTHING,
        "a: {} | with .Values.a; tpl (toYaml .) $ | " + ANYTHING,
        "a: {} | .Values.a.b | " + MAP,
        "podAnnotations: {} | | " + MAP,
        "resources: {} | toYaml .Values.resources | " + MAP,
        "a: text | printf \"%s\" .Values.a | " + TEXT,
        "a: 30 | typeOf .Values.a | " + ANYTHING,
        "enabled: false | | " + BOOLEAN,
        "enabled: '-' | | " + ANYTHING,
        "hostNetwork: false | | " + BOOLEAN,
        "replicas: 3 | | " + INTEGER,
        "periodSeconds: 30 | | " + INTEGER,
        "containerPort: 80 | | " + INTEGER,
      })
  void takesATypeOnlyWithFurtherEvidence(String values, String action, String schema)
      throws JsonProcessingException {
    var chart = chartWithTemplates(values, action == null ? new String[0] : action.split("; ", -1));
    var found = new YAMLMapper().readTree(properties(chart)).properties().iterator().next();
    assertEquals(new YAMLMapper().readTree(schema), found.getValue());
  }

  /** A helper of vault takes a map, and a text in YAML. */
  @Test
  void leavesAMapOpenWhoseTypeTheTemplatesAsk() {
    assertEquals(
        "a:\n" + OPEN.indent(0),
        properties(chartWithTemplates("a: {b: c}", "$tp := typeOf .Values.a")));
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
          x-kubernetes-preserve-unknown-fields: true
        list:
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
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
                x-kubernetes-preserve-unknown-fields: true
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
              x-kubernetes-int-or-string: true
          type: object
          x-kubernetes-preserve-unknown-fields: true
        other:
          nullable: true
          properties:
            size:
              description: Size of the box.
              nullable: true
              x-kubernetes-int-or-string: true
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

  @Test
  void takesNoTypeThatTheValuesOfTheChartsOwnTestsContradict() {
    assertEquals(
        """
        a:
          nullable: true
          x-kubernetes-int-or-string: true
        b:
          nullable: true
          x-kubernetes-preserve-unknown-fields: true
        c:
          nullable: true
          type: string
        """,
        properties(
            taking(chart("a: x\nb: {c: d}\nc: text\n"), "a: 1\nb: \"\"\nc: other\nd: new\n")));
  }

  /** As Jenkins says of its plugins. */
  @Test
  void takesNoTypeOfAListThatItsCommentTurnsOffByFalse() {
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

  @Test
  void hasTheFieldsAndDescriptionsOfTheValuesOfASubchart() {
    assertEquals(
        """
        below:
          description: Values of the subchart below.
          nullable: true
          properties:
            kind:
              nullable: true
              x-kubernetes-preserve-unknown-fields: true
            name:
              description: Its name.
              nullable: true
              type: string
            own:
              nullable: true
              type: string
          type: object
          x-kubernetes-preserve-unknown-fields: true
        """,
        properties(
                chartAbove(
                    "below: {kind: [], name: one, own: x}\n",
                    chart("# Its name.\nname: two\nkind: text\n")))
            .replaceAll("(?s)global:.*", ""));
  }
}
