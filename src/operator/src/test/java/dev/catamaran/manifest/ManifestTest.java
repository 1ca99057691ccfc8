package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestTest {

  private static List<String> keys(String text) {
    return Manifest.of(text).objects().stream().map(object -> object.key().toString()).toList();
  }

  private static ManifestObject only(String text) {
    var objects = Manifest.of(text).objects();
    assertEquals(1, objects.size());
    return objects.getFirst();
  }

  @Test
  void hasItsObjectsInTheOrderWritten() {
    var text =
        """
        ---
        # Source: memcached/templates/service.yaml
        kind: Service
        metadata: {name: b}
        ---
        # Source: memcached/templates/deployment.yaml
        kind: Deployment
        metadata: {name: a}
        """;
    assertEquals(List.of("Service/b", "Deployment/a"), keys(text));
  }

  @Test
  void skipsDocumentsWithoutAnObject() {
    var text =
        """
        ---
        # only a comment
        ---

        ---
        null
        ---
        - a list
        ---
        metadata: {name: without-a-kind}
        ---
        kind: Service
        metadata: {name: a}
        ---
        """;
    assertEquals(List.of("Service/a"), keys(text));
  }

  @Test
  void isEmptyForAChartThatRendersNothing() {
    assertEquals(List.of(), keys(""));
    assertEquals(List.of(), keys("---\n# nothing here\n"));
  }

  @Test
  void readsTheObjectsOfLists() {
    var text =
        """
        apiVersion: v1
        kind: List
        items:
        - kind: ConfigMap
          metadata: {name: a}
        - apiVersion: v1
          kind: ConfigMapList
          items:
          - kind: ConfigMap
            metadata: {name: b}
        """;
    assertEquals(List.of("ConfigMap/a", "ConfigMap/b"), keys(text));
  }

  @Test
  void keepsAKindWithTheSuffixList() {
    assertEquals(List.of("AllowList/a"), keys("{kind: AllowList, metadata: {name: a}}"));
  }

  @Test
  void keepsNonAsciiText() {
    var object = only("kind: ConfigMap\ndata: {greeting: \"grüezi 👋 日本\"}\n");
    assertEquals("grüezi 👋 日本", object.content().path("data").path("greeting").asText());
  }

  @Test
  void keepsBlocksOfTextWithSeparatorsInThem() {
    var object = only("kind: ConfigMap\ndata:\n  conf: |\n    a: 1\n    --- b\n    # c\n");
    assertEquals("a: 1\n--- b\n# c\n", object.content().path("data").path("conf").asText());
  }

  /** The expected values come from fromYaml and toJson of Helm. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "0644 | 420",
        "0x1F | 31",
        "1_000 | 1000",
        "3e+07 | 30000000",
        "-0 | 0",
        "12345678901234567890 | 12345678901234567000",
        "yes | true",
        "off | false",
        "y | true",
        "TRUE | true",
        "~ | null",
        "22:30 | \"22:30\"",
        "2020-01-01 | \"2020-01-01\"",
        "2020-01-01T00:00:00Z | \"2020-01-01T00:00:00Z\"",
        "1.2.3 | \"1.2.3\"",
        "100m | \"100m\"",
        "!!str 123 | \"123\"",
        "'0644' | \"0644\"",
      })
  void readsPlainScalarsAsHelmDoes(String written, String json) throws Exception {
    var value = only("kind: ConfigMap\nvalue: " + written + "\n").content().path("value");
    assertEquals(new JsonMapper().readTree(json), value);
  }

  /** Helm stores a manifest as rendered, with its anchors. */
  @Test
  void resolvesAnchorsAndMerges() throws Exception {
    var object =
        only(
            """
            kind: ConfigMap
            base: &base {x: 1, z: two}
            alias: *base
            merged:
              <<: *base
              x: 3
            """);
    var expected = "{\"x\":1,\"z\":\"two\"}";
    assertEquals(new JsonMapper().readTree(expected), object.content().path("alias"));
    assertEquals(
        new JsonMapper().readTree("{\"z\":\"two\",\"x\":3}"), object.content().path("merged"));
  }

  @Test
  void readsKeysThatLookLikeOtherTypesAsHelmDoes() throws Exception {
    var object = only("kind: ConfigMap\ndata: {on: a, 8080: b}\n");
    assertEquals(
        new JsonMapper().readTree("{\"true\":\"a\",\"8080\":\"b\"}"),
        object.content().path("data"));
  }

  @Test
  void reportsInvalidYaml() {
    var manifest = Manifest.of("kind: [");
    var failure = assertThrows(UnreadableManifestException.class, manifest::objects);
    assertTrue(failure.problem().startsWith("line 2, column 1: not YAML"), failure.problem());
    assertFalse(manifest.isReadable());
    assertTrue(manifest.readable().isEmpty());
  }

  @Test
  void readsTheKeyOfAnObject() {
    var object =
        only("{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: shop}}");
    assertEquals(new ObjectKey("apps/v1", "Deployment", "shop", "a"), object.key());
  }

  @ParameterizedTest
  @CsvSource({"keep,true", "KEEP,true", "' keep ',true", "delete,false", "'',false"})
  void readsTheResourcePolicyAsHelmDoes(String policy, boolean kept) {
    var object =
        only(
            "{kind: ConfigMap, metadata: {annotations: {helm.sh/resource-policy: \"%s\"}}}"
                .formatted(policy));
    assertEquals(kept, object.isKept());
  }
}
