package dev.catamaran.helm;

import static dev.catamaran.release.Revisions.INPUT;
import static dev.catamaran.release.Revisions.PRIMARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineChartTest {
  private static final String CHART_YAML = "apiVersion: v2\nname: memcached\nversion: 0.1.0\n";
  private static final String PRIMARY_ANNOTATION = "catamaran.dev/primary";
  private static final String DIGEST_ANNOTATION = "catamaran.dev/input-digest";

  private final Path source;

  EngineChartTest(@TempDir Path source) {
    this.source = source;
  }

  @Test
  void annotatesTheCopyWithOwnerAndInputDigest() throws IOException {
    var annotations = metadataOfCopy(CHART_YAML).path("annotations");
    assertEquals(PRIMARY.encode(), annotations.path(PRIMARY_ANNOTATION).asText());
    assertEquals(INPUT, annotations.path(DIGEST_ANNOTATION).asText());
  }

  @Test
  void keepsTheChartsOwnAnnotations() throws IOException {
    var annotations =
        metadataOfCopy(CHART_YAML + "annotations: {category: cache}\n").path("annotations");
    assertEquals("cache", annotations.path("category").asText());
    assertEquals(3, annotations.size());
  }

  @Test
  void refusesAChartThatChangedAfterLoading() throws IOException {
    write("Chart.yaml", CHART_YAML + "description: changed after loading\n");
    var loaded = desired(source, Chart.digestOf(source).orElseThrow());
    write("templates/added.yaml", "kind: Pod");
    var failure =
        assertThrows(EngineException.class, () -> EngineChart.of(loaded, List.of()).close());
    assertTrue(failure.failure().message().contains("was changed"), failure.failure().message());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../x", "a/b", "/a", "a\\b", "a\0b", "a b"})
  void refusesAnInvalidFolderName(String name) {
    assertThrows(
        EngineException.class,
        () -> EngineChart.of(name, Values.empty(), Map.of(), chart -> {}).close());
  }

  @Test
  void fillsEmptyAnnotations() throws IOException {
    assertEquals(2, metadataOfCopy(CHART_YAML + "annotations:\n").path("annotations").size());
  }

  /** Without quotes, Helm reads 1.10 as the number 1.1. The copy is then another chart. */
  @ParameterizedTest
  @ValueSource(strings = {"1.10", "1e3", "0644", "yes", "null", "2020-01-01", "22:30"})
  void keepsTextThatLooksLikeAnotherType(String appVersion) throws IOException {
    var copy = metadataOfCopy(CHART_YAML + "appVersion: \"" + appVersion + "\"\n");
    assertTrue(copy.path("appVersion").isTextual());
    assertEquals(appVersion, copy.path("appVersion").asText());
  }

  @Test
  void keepsTheOtherFieldsOfChartYaml() throws IOException {
    var text =
        CHART_YAML
            + """
            description: "Grüezi: 'quoted' # no comment"
            kubeVersion: ">=1.25.0-0"
            dependencies:
            - name: common
              version: 2.x.x
              repository: https://charts.my.domain
              condition: common.enabled
            """;
    var expected = (ObjectNode) new YAMLMapper().readTree(text);
    var copy = (ObjectNode) metadataOfCopy(text);
    copy.remove("annotations");
    assertEquals(expected, copy);
  }

  @Test
  void copiesEveryFileUnchanged() throws IOException {
    write("templates/_helpers.tpl", "{{- define \"a\" }}\r\n");
    write("charts/common/Chart.yaml", "apiVersion: v2\nname: common\nversion: 1.10.0 # kept\n");
    write("charts/common/templates/a.yaml", "a: {{ .Values.a }}\n");
    write("values.yaml", "replicaCount: 1\n");

    try (var copy = copy(CHART_YAML)) {
      for (var file :
          Set.of(
              "templates/_helpers.tpl",
              "charts/common/Chart.yaml",
              "charts/common/templates/a.yaml",
              "values.yaml")) {
        assertEquals(-1, Files.mismatch(source.resolve(file), copy.chart().resolve(file)), file);
      }
    }
  }

  @Test
  void keepsTheOriginalChartUnchanged() throws IOException {
    metadataOfCopy(CHART_YAML);
    assertEquals(CHART_YAML, Files.readString(source.resolve("Chart.yaml")));
  }

  @Test
  void isNamedLikeTheChart() throws IOException {
    try (var copy = copy(CHART_YAML)) {
      assertEquals(Path.of("memcached"), copy.chart().getFileName());
    }
  }

  @Test
  void writesTheValuesOutsideTheChartFolder() throws IOException {
    try (var copy = copy(CHART_YAML)) {
      assertEquals(
          new JsonMapper().readTree("{\"replicaCount\":3}"),
          new JsonMapper().readTree(copy.values().toFile()));
      assertFalse(copy.values().startsWith(copy.chart()));
    }
  }

  @Test
  void deletesTheCopyWhenClosed() throws IOException {
    write("charts/common/Chart.yaml", "apiVersion: v2\n");
    var copy = copy(CHART_YAML);
    var folder = Optional.ofNullable(copy.chart().getParent()).orElseThrow();
    copy.close();
    assertFalse(Files.exists(folder));
  }

  @Test
  void namesTheChartThatCannotBeCopied() {
    var desired = desired(source.resolve("gone"), "digest");
    var failure =
        assertThrows(UncheckedIOException.class, () -> EngineChart.of(desired, List.of()).close());
    var message = String.valueOf(failure.getMessage());
    assertTrue(message.startsWith("chart memcached cannot be copied"), message);
  }

  private JsonNode metadataOfCopy(String chartYaml) throws IOException {
    try (var copy = copy(chartYaml)) {
      return new YAMLMapper().readTree(copy.chart().resolve("Chart.yaml").toFile());
    }
  }

  private EngineChart copy(String chartYaml) throws IOException {
    write("Chart.yaml", chartYaml);
    return EngineChart.of(desired(source, Chart.digestOf(source).orElseThrow()), List.of());
  }

  private void write(String file, String text) throws IOException {
    var path = source.resolve(file);
    Files.createDirectories(path.resolveSibling(""));
    Files.writeString(path, text);
  }

  private static DesiredRelease desired(Path chart, String digest) {
    var values = Values.of(new JsonMapper().createObjectNode().put("replicaCount", 3));
    return DesiredReleaseFixture.desired(DesiredReleaseFixture.chart(chart, digest), values);
  }
}
