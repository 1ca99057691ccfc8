package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChartValuesTest {
  private static final JsonMapper JSON = new JsonMapper();

  private static final String SCHEMA =
      """
      {"$schema": "%s",
       "type": "object",
       "required": ["image"],
       "additionalProperties": false,
       "properties": {
         "global": {"type": "object"},
         "db": {"type": "object"},
         "image": {"type": "string", "pattern": "^[a-z]+$"},
         "replicas": {"type": "integer", "minimum": 1},
         "size": {"enum": ["small", "large"]},
         "hosts": {"type": "array", "items": {"type": "object", "required": ["name"],
                   "properties": {"name": {"type": "string"}, "port": {"type": "integer"}}}}}}
      """;

  private final Path folder;

  ChartValuesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  static Stream<Arguments> violations() {
    return Stream.of(
        argumentSet("fine", "{\"replicas\":2,\"hosts\":[{\"name\":\"a\"}]}", List.of()),
        argumentSet("a whole number with a dot", "{\"replicas\":2.0}", List.of()),
        argumentSet(
            "a type",
            "{\"replicas\":\"hunter2\"}",
            List.of("replicas: string found, integer expected")),
        argumentSet(
            "a minimum", "{\"replicas\":0}", List.of("replicas: must have a minimum value of 1")),
        argumentSet(
            "a pattern",
            "{\"image\":\"Hunter2\"}",
            List.of("image: does not match the regex pattern ^[a-z]+$")),
        argumentSet(
            "an enumeration",
            "{\"size\":\"hunter2\"}",
            List.of("size: does not have a value in the enumeration [\"small\", \"large\"]")),
        argumentSet(
            "within a list",
            "{\"hosts\":[{\"name\":\"a\"},{\"port\":\"x\"}]}",
            List.of(
                "hosts[1].port: string found, integer expected",
                "hosts[1]: required property 'name' not found")),
        argumentSet(
            "a removed default",
            "{\"image\":null}",
            List.of("the values: required property 'image' not found")),
        argumentSet(
            "a field that is not there",
            "{\"iamge\":\"hunter2\"}",
            List.of(
                "the values: property 'iamge' is not defined in the schema and the schema does not"
                    + " allow additional properties")));
  }

  @ParameterizedTest
  @MethodSource("violations")
  void namesPathAndRuleAndNoValue(String values, List<String> expected) throws Exception {
    var found = chart(Map.of()).violations(values(values));

    assertEquals(expected, found);
    assertFalse(String.join("", found).contains("hunter2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema"
      })
  void supportsEverySchemaDraftOfHelm(String draft) throws Exception {
    var chart = chart(Map.of("values.schema.json", SCHEMA.formatted(draft)));

    assertEquals(List.of(), chart.violations(values("{\"replicas\":2}")));
    assertEquals(
        List.of("replicas: string found, integer expected"),
        chart.violations(values("{\"replicas\":\"2\"}")));
  }

  @Test
  void checksTheSchemaOfAnEnabledSubchartAtItsPath() throws Exception {
    var chart =
        chart(
            Map.of(
                "Chart.yaml",
                ChartFixture.CHART_YAML
                    + "dependencies:\n- {name: db, version: 0.1.0, condition: db.enabled}\n",
                "charts/db/Chart.yaml",
                "apiVersion: v2\nname: db\nversion: 0.1.0\n",
                "charts/db/values.schema.json",
                "{\"properties\": {\"port\": {\"maximum\": 9}, \"global\": {\"required\":"
                    + " [\"r\"]}}}"));

    assertEquals(
        List.of(
            "db.port: must have a maximum value of 9",
            "db.global: required property 'r' not found"),
        chart.violations(values("{\"db\":{\"port\":10}}")));
    assertEquals(List.of(), chart.violations(values("{\"global\":{\"r\":1},\"db\":{\"port\":1}}")));
    assertEquals(List.of(), chart.violations(values("{\"db\":{\"port\":10,\"enabled\":false}}")));
  }

  @Test
  void leavesASchemaOfAnotherHostToHelm() throws Exception {
    var chart =
        chart(Map.of("values.schema.json", "{\"$ref\": \"https://example.invalid/s.json\"}"));

    assertEquals(List.of(), chart.violations(values("{}")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"^(a+)+$", "^(a|aa)+$", "^([a-zA-Z0-9]+\\s?)*$", "(.*a){20}b"})
  void isNotDelayedByABacktrackingPattern(String pattern) throws Exception {
    var schema =
        JSON.createObjectNode()
            .set("properties", JSON.createObjectNode().set("x", pattern(pattern)))
            .toString();
    var chart = chart(Map.of("values.schema.json", schema));
    var values = values("{\"x\":\"%s!\"}".formatted("a".repeat(20_000)));

    assertTimeoutPreemptively(
        Duration.ofSeconds(30), () -> assertEquals(1, chart.violations(values).size()));
  }

  @Test
  void leavesAPatternUnsupportedByGoToHelm() throws Exception {
    var chart =
        chart(
            Map.of(
                "values.schema.json", "{\"properties\": {\"x\": {\"pattern\": \"^(?!a).*$\"}}}"));

    assertEquals(List.of(), chart.violations(values("{\"x\": \"a\"}")));
  }

  private static ObjectNode pattern(String pattern) {
    return JSON.createObjectNode().put("pattern", pattern);
  }

  private ChartValues chart(Map<String, String> more) throws Exception {
    var files = new HashMap<String, String>();
    files.put("Chart.yaml", ChartFixture.CHART_YAML);
    files.put("values.yaml", "image: memcached\n");
    files.put("values.schema.json", SCHEMA.formatted("http://json-schema.org/draft-07/schema#"));
    files.putAll(more);
    var root = ChartFixture.folder(folder.resolve("chart"), files);
    return ChartValues.of(new ChartLoader(folder).load(root));
  }

  private static Values values(String json) throws Exception {
    return Values.of(JSON.readTree(json));
  }
}
