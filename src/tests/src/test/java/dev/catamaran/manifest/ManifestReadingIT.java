package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.Values.InvalidValuesFileException;
import dev.catamaran.testcluster.Seed;
import dev.catamaran.testcluster.YamlOracle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Reads the same texts with Catamaran and with the Go libraries of Helm. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManifestReadingIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int TEXTS = 3000;

  /** Texts that Catamaran refuses and Go accepts. docs/reference/limits.md lists them. */
  private static final List<String> KNOWN =
      List.of(
          // Go reads a random one of the two.
          "two keys that become one in JSON",
          // A later value of the same key replaces the value in Go, without a check.
          "JSON has no infinity and no NaN",
          "a key must be a plain word",
          "a colon without a space after it",
          "not YAML: while scanning a tag",
          "not YAML: while scanning a block scalar: expected chomping or indentation indicators",
          "not YAML: while scanning a directive",
          "not YAML: expected '<document start>'");

  private YamlOracle oracle;

  @BeforeAll
  void start() {
    oracle = YamlOracle.start();
  }

  @AfterAll
  void stop() {
    oracle.close();
  }

  @Test
  void readsEachFormOfAScalarAsHelmDoes() throws JsonProcessingException {
    compare(YamlTexts.basics());
  }

  @Test
  void readsGeneratedManifestsAsHelmDoes() throws JsonProcessingException {
    var texts = new YamlTexts(new SplittableRandom(Seed.of(ManifestReadingIT.class)));
    var manifests = new ArrayList<String>();
    for (int i = 0; i < TEXTS; i++) {
      manifests.add(texts.next());
    }
    compare(manifests);
  }

  @Test
  void readsValuesFilesAsHelmDoes() throws JsonProcessingException {
    var differences = new ArrayList<String>();
    for (var text : YamlTexts.basics()) {
      var expected = oracle.values(text);
      var actual = values(text);
      if (expected.isPresent()
          && actual.isPresent()
          && !sameNumbers(expected.get().get(0)).equals(sameNumbers(actual.get()))) {
        differences.add(difference(text, expected.get().get(0), actual.get()));
      }
    }
    assertEquals(List.of(), differences);
  }

  private void compare(List<String> texts) throws JsonProcessingException {
    var differences = new ArrayList<String>();
    int read = 0;
    for (var text : texts) {
      var expected = oracle.manifest(text);
      if (expected.isEmpty()) {
        // Helm never stores such a manifest. For a forged one, any defined result is correct.
        readOrRefuse(text);
        continue;
      }
      try {
        var actual = Manifest.of(text).objects().stream().map(ManifestObject::content).toList();
        var objects = list(expected.get());
        if (!parsed(objects).equals(parsed(JSON.valueToTree(actual)))) {
          differences.add(difference(text, objects, JSON.valueToTree(actual)));
        }
        read++;
      } catch (UnreadableManifestException e) {
        if (KNOWN.stream().noneMatch(e.problem()::contains)) {
          differences.add(text + "\nis refused: " + e.problem());
        }
      }
    }
    assertEquals(List.of(), differences);
    assertTrue(read > texts.size() / 10, "only " + read + " of " + texts.size() + " were YAML");
  }

  private static void readOrRefuse(String text) {
    try {
      Manifest.of(text).objects();
    } catch (UnreadableManifestException e) {
      assertTrue(e.problem().startsWith("line "), e.problem());
    }
  }

  private static Optional<JsonNode> values(String text) throws JsonProcessingException {
    try {
      return Optional.of(
          JSON.readTree(new String(Values.ofYaml(text).toJson(), StandardCharsets.UTF_8)));
    } catch (InvalidValuesFileException e) {
      return Optional.empty();
    }
  }

  private static JsonNode list(JsonNode objects) {
    return objects.isNull() ? JSON.createArrayNode() : objects;
  }

  /** Writes and reads the tree, because numbers have many classes in a tree. */
  private static JsonNode parsed(JsonNode tree) throws JsonProcessingException {
    return JSON.readTree(tree.toString());
  }

  /** Converts numbers as Helm does: all numbers of values are floats. */
  private static JsonNode sameNumbers(JsonNode tree) {
    return switch (tree.getNodeType()) {
      case NUMBER -> JSON.getNodeFactory().numberNode(tree.doubleValue());
      case ARRAY -> {
        var array = JSON.createArrayNode();
        tree.forEach(item -> array.add(sameNumbers(item)));
        yield array;
      }
      case OBJECT -> {
        var map = JSON.createObjectNode();
        tree.properties().forEach(e -> map.set(e.getKey(), sameNumbers(e.getValue())));
        yield map;
      }
      case STRING, BOOLEAN, NULL, BINARY, MISSING, POJO -> tree;
    };
  }

  private static String difference(String text, JsonNode expected, JsonNode actual) {
    return text + "\nis for Helm " + expected + "\nand for us  " + actual;
  }
}
