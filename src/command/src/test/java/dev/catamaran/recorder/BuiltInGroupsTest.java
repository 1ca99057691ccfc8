package dev.catamaran.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.manifest.BuiltInGroups;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A cluster without a CustomResourceDefinition serves built-in kinds only. */
class BuiltInGroupsTest {

  @Test
  void containAllGroupsOfANewCluster() throws IOException {
    var served = new TreeSet<String>();
    try (var file = Objects.requireNonNull(Discovery.class.getResourceAsStream("resources.jsonl"));
        var lines = new JsonMapper().readerFor(JsonNode.class).<JsonNode>readValues(file)) {
      lines.forEachRemaining(line -> served.add(line.path("group").asText()));
    }
    assertFalse(served.isEmpty());
    served.removeIf(BuiltInGroups::contains);
    assertEquals(Set.of(), served);
  }
}
