package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the template values of a chart with subcharts with those of Helm. */
class CoalescingTest {
  private static final JsonMapper JSON = new JsonMapper();

  private static final Map<String, String> CHART =
      Map.ofEntries(
          Map.entry(
              "Chart.yaml",
              """
              apiVersion: v2
              name: top
              version: 0.1.0
              dependencies:
              - {name: db, version: 0.1.0, condition: "db.enabled,dbs.enabled", tags: [storage]}
              - {name: db, version: 0.1.0, alias: cache, tags: [storage, fast]}
              - name: free
                version: 0.1.0
                import-values: [shared, {child: inner.most, parent: taken.over}]
              """),
          Map.entry(
              "values.yaml",
              """
              a: 1
              map: {x: 1, inner: {z: yes}, gone: ~}
              list: [1, 2]
              global: {region: eu, deep: {k: top}}
              db: {user: parent, port: 5432, none: null}
              free: {own: parent}
              """),
          Map.entry("templates/values.yaml", "values: {{ .Values | toJson | b64enc }}\n"),
          Map.entry("charts/db/Chart.yaml", "apiVersion: v2\nname: db\nversion: 0.1.0\n"),
          Map.entry(
              "charts/db/values.yaml",
              "user: sub\nsize: {cpu: 1, mem: 2}\nglobal: {region: sub, only: here, deep: {k: s, l: s}}\n"),
          Map.entry(
              "charts/db/charts/disk/Chart.yaml", "apiVersion: v2\nname: disk\nversion: 0.1.0\n"),
          Map.entry("charts/db/charts/disk/values.yaml", "kind: ssd\n"),
          Map.entry("charts/free/Chart.yaml", "apiVersion: v2\nname: free\nversion: 0.1.0\n"),
          Map.entry(
              "charts/free/values.yaml",
              "own: sub\nother: sub\nexports: {shared: {a: 5, shown: 1, map: {x: 9, new: 1}}}\ninner: {most: {z: 1}}\n"));

  private final Path folder;

  CoalescingTest(@TempDir Path folder) {
    this.folder = folder;
  }

  static Stream<Arguments> values() {
    return Stream.of(
        argumentSet("nothing", "{}"),
        argumentSet("maps and lists", "{\"map\":{\"x\":2,\"inner\":{\"w\":1}},\"list\":[]}"),
        argumentSet("a null at the top", "{\"a\":null,\"unknown\":null}"),
        argumentSet("a null below", "{\"map\":{\"x\":null,\"gone\":null,\"other\":null}}"),
        argumentSet("a null for a map", "{\"map\":null}"),
        argumentSet("a scalar for a map", "{\"map\":3}"),
        argumentSet("a map for a scalar", "{\"a\":{\"b\":1}}"),
        argumentSet("nulls for a subchart", "{\"db\":{\"user\":null,\"size\":{\"cpu\":null}}}"),
        argumentSet("a null for a default of the subchart only", "{\"db\":{\"size\":null}}"),
        argumentSet("globals", "{\"global\":{\"region\":\"us\",\"deep\":{\"m\":1},\"new\":[1]}}"),
        argumentSet("a null global", "{\"global\":{\"region\":null,\"deep\":{\"k\":null}}}"),
        argumentSet("globals of a subchart", "{\"db\":{\"global\":{\"only\":\"x\",\"deep\":1}}}"),
        argumentSet("a condition", "{\"db\":{\"enabled\":false}}"),
        argumentSet("the second condition", "{\"dbs\":{\"enabled\":false}}"),
        argumentSet("a tag", "{\"tags\":{\"storage\":false}}"),
        argumentSet("two tags", "{\"tags\":{\"storage\":false,\"fast\":true}}"),
        argumentSet(
            "a condition against a tag",
            "{\"tags\":{\"storage\":false},\"db\":{\"enabled\":true}}"),
        argumentSet("an alias", "{\"cache\":{\"size\":{\"cpu\":5},\"disk\":{\"kind\":\"nvme\"}}}"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void computesTheSameTemplateValuesAsHelm(String values) throws Exception {
    var chart = new ChartLoader(folder).load(ChartFixture.folder(folder.resolve("top"), CHART));

    var coalesced = ChartValues.of(chart).coalesce(Values.of(JSON.readTree(values)));

    assertEquals(plain(helm(values)), plain(JSON.readTree(coalesced.toJson())));
  }

  private JsonNode helm(String values) throws IOException {
    var file = Files.writeString(folder.resolve("values.json"), values);
    var rendered = new Helm(folder.resolve("top")).template().withValuesFile(file).call();
    var encoded = rendered.substring(rendered.indexOf("values: ") + "values: ".length()).strip();
    return JSON.readTree(java.util.Base64.getDecoder().decode(encoded));
  }

  /** Helm has floats only. */
  private static JsonNode plain(JsonNode node) throws IOException {
    return JSON.readTree(node.toString().replaceAll("(?<=[:\\[,])(\\d+)(?=[,}\\]])", "$1.0"));
  }
}
