package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InheritanceTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final ChartEngine ENGINE = ChartEngine.start();

  /** The stored release of the chart below. The data are "a" and "b" in base64. */
  private static final String RELEASE =
      """
      {
        "chart": {
          "metadata": {"apiVersion": "v2", "name": "shop", "version": "1.0.0", "appVersion": "7"},
          "lock": null,
          "templates": [{"name": "templates/a.yaml", "data": "YQ=="}],
          "files": [
            {"name": "conf/b.txt", "data": "Yg=="},
            {"name": ".helmignore", "data": "Ki5iYWsK"}
          ],
          "values": {"replicas": 1, "active": true, "ratio": 1, "tls": {"active": false, "port": 443}}
        },
        "config": {"replicas": 3, "tls": {"active": "true"}}
      }
      """;

  private final Path folder;
  private final Path chart;

  InheritanceTest(@TempDir Path folder) {
    this.folder = folder;
    this.chart = folder.resolve("shop");
  }

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  @BeforeEach
  void writeTheChart() throws IOException {
    var files =
        Map.of(
            "Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\nappVersion: \"7\"\n",
            "values.yaml",
                "replicas: 1\nactive: yes\nratio: 1.0\ntls: {active: false, port: 443}\n",
            "templates/a.yaml", "a",
            "conf/b.txt", "b",
            ".helmignore", "*.bak\n",
            "conf/old.bak", "left out");
    for (var file : files.entrySet()) {
      write(file.getKey(), file.getValue());
    }
  }

  /** The defaults may be stored among the values. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {replicas: 3, tls: {active: "true"}} | {replicas: 3, tls: {active: "true"}} | true
          {replicas: 3, tls: {active: "true"}} | {replicas: 3, tls: {active: true}} | false
          {replicas: 3, active: true, ratio: 1, tls: {active: true, port: 443}} | {replicas: 3, tls: {active: true}} | true
          {replicas: 3, tls: {active: "true"}} | {replicas: 4, tls: {active: "true"}} | false
          {replicas: 3, tls: {active: "true"}} | {replicas: 3, tls: {active: "true", port: 444}} | false
          {replicas: 3, tls: {active: "true"}} | {replicas: 3, tls: {active: "true", port: null}} | false
          """)
  void isTheSameIfTheValuesMatchOneTyping(String config, String desired, boolean isSame)
      throws Exception {
    var release = (ObjectNode) JSON.readTree(RELEASE);
    release.set("config", values(config).toTree());
    assertEquals(
        isSame,
        Inheritance.of(release).isSameAs(packaged(), List.of(values("{}"), values(desired))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          templates/a.yaml   | other
          templates/new.yaml | other
          conf/new.txt       | other
          crds/new.yaml      | other
          .helmignore        | other
          Chart.yaml         | {apiVersion: v2, name: shop, version: 1.0.1, appVersion: '7'}
          values.yaml        | {replicas: 1, active: yes, ratio: 1.0, tls: {active: false, port: 8443}}
          """)
  void differsByAFile(String changed, String content) throws Exception {
    write(changed, content);
    assertFalse(
        Inheritance.of(JSON.readTree(RELEASE))
            .isSameAs(packaged(), List.of(values("{replicas: 3, tls: {active: 'true'}}"))));
  }

  @Test
  void comparesSubchartsByNameAndVersion() throws Exception {
    write(
        "Chart.yaml",
        """
        apiVersion: v2
        name: shop
        version: 1.0.0
        appVersion: "7"
        dependencies:
        - {name: cache, version: 2.x.x, repository: "file://x", condition: cache.enabled}
        - {name: mail, version: 1.x.x, repository: "file://y", condition: mail.enabled}
        """);
    write("charts/cache/Chart.yaml", "apiVersion: v2\nname: cache\nversion: 2.1.0\n");
    write("charts/cache/values.yaml", "size: 64\n");
    write("charts/mail/Chart.yaml", "apiVersion: v2\nname: mail\nversion: 1.1.0\n");
    var desired = List.of(values("{replicas: 3, tls: {active: 'true'}, mail: {enabled: false}}"));
    var release = (ObjectNode) JSON.readTree(RELEASE);
    release.withObject("/config").putObject("mail").put("enabled", false);
    release.withObject("/chart/values").putObject("cache").put("size", 64);
    var dependency = release.withObject("/chart/metadata").withArray("dependencies").addObject();
    dependency.put("name", "cache").put("version", "2.x.x").put("enabled", true);

    assertTrue(Inheritance.of(release).isSameAs(packaged(), desired));
    dependency.put("version", "1.x.x");
    assertFalse(Inheritance.of(release).isSameAs(packaged(), desired));
  }

  private PackagedChart packaged() throws Exception {
    return PackagedChart.read(ENGINE, new ChartLoader(folder).load(chart));
  }

  private static Values values(String yaml) throws IOException {
    return Values.of(YAML.readTree(yaml));
  }

  private void write(String name, String content) throws IOException {
    var file = chart.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
