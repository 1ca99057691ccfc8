package dev.catamaran.manifest;

import static java.util.stream.Collectors.joining;
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

  private static ManifestObject only(String text) {
    var objects = Manifest.of(text).objects();
    assertEquals(1, objects.size());
    return objects.getFirst();
  }

  /** A pilcrow ends a line. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '\0',
      textBlock =
          """
          --- # Source: b.yaml¶kind: Service¶metadata: {name: b}¶---¶kind: Deployment¶metadata: {name: a} => Service/b, Deployment/a
          ---¶# only a comment¶---¶---¶null¶---¶- a list¶---¶metadata: {name: without-a-kind}¶---¶kind: Service¶metadata: {name: a}¶--- => Service/a
          ---¶# nothing here => -
          {apiVersion: v1, kind: List, items: [{kind: ConfigMap, metadata: {name: a}}, {apiVersion: v1, kind: ConfigMapList, items: [{kind: ConfigMap, metadata: {name: b}}]}]} => ConfigMap/a, ConfigMap/b
          {kind: AllowList, metadata: {name: a}} => AllowList/a
          """)
  void hasItsObjectsInTheOrderWritten(String text, String keys) {
    var objects = Manifest.of(text.replace('¶', '\n')).objects();
    var found = objects.stream().map(object -> object.key().toString()).collect(joining(", "));
    assertEquals(keys, found.isEmpty() ? "-" : found);
  }

  @Test
  void keepsBlocksOfTextWithSeparatorsAndNonAsciiCharactersInThem() {
    var object =
        only("kind: ConfigMap\ndata:\n  conf: |\n    a: 1\n    --- b\n    # grüezi 👋 日本\n");
    assertEquals("a: 1\n--- b\n# grüezi 👋 日本\n", object.content().at("/data/conf").asText());
    assertEquals(List.of(), Manifest.of("").objects());
  }

  /**
   * Helm stores a manifest as rendered, with its anchors, and reads keys of other types as text.
   */
  @Test
  void resolvesAnchorsAndMerges() throws Exception {
    var object =
        only(
            """
            base: &base {x: 1, z: two}
            kind: ConfigMap
            data: {alias: *base, merged: {<<: *base, x: 3}, on: a, 8080: b}
            """);
    var expected =
        "{\"alias\":{\"x\":1,\"z\":\"two\"},\"merged\":{\"z\":\"two\",\"x\":3},\"true\":\"a\",\"8080\":\"b\"}";
    assertEquals(new JsonMapper().readTree(expected), object.content().path("data"));
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
  @CsvSource({"keep,true", "KEEP,true", "' keep ',true", "Retain,true", "'',false"})
  void isKeptByAnyWordOfTheResourcePolicy(String policy, boolean kept) {
    var object =
        only(
            "{kind: ConfigMap, metadata: {annotations: {helm.sh/resource-policy: \"%s\"}}}"
                .formatted(policy));
    assertEquals(kept, object.isKept());
  }
}
