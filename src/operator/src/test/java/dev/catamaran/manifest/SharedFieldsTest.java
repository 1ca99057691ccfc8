package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine's tests read the same files: both halves must leave the same fields. */
class SharedFieldsTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  static Stream<JsonNode> examples() throws IOException {
    var examples = YAML.readTree(file("cases.yaml").toFile());
    assertEquals(true, examples.size() > 10);
    return examples.valueStream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void leavesToOthersWhatTheyOwn(JsonNode example) {
    var wanted = example.path("wanted");
    var keys =
        BuiltInGroups.contains(new ManifestObject(wanted).key().group())
            ? MergeKeys.BUILT_IN
            : MergeKeys.NONE;
    var left = new SharedFields(keys).of(example.path("before"), wanted, example.path("live"));
    assertEquals(texts(example.path("left")), texts(left), example.path("name").asText());
  }

  @Test
  void theEngineIsTestedWithTheseRules() throws IOException {
    assertEquals(YAML.readTree(file("rules.json").toFile()), sent(), sent()::toString);
  }

  /** As a request to the engine has them: what is empty is not sent. */
  private static ArrayNode sent() {
    var rules = JsonNodeFactory.instance.arrayNode();
    for (var rule : FieldRules.ALL) {
      var sent = rules.addObject();
      if (!rule.kinds().isEmpty()) {
        rule.kinds().forEach(sent.withArrayProperty("kinds")::add);
      }
      if (!rule.where().isEmpty()) {
        sent.put("where", rule.where());
      }
      sent.put("path", rule.path());
      sent.put("when", rule.when().name().toLowerCase(Locale.ROOT));
    }
    return rules;
  }

  private static Set<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> texts(Set<JsonPointer> fields) {
    return fields.stream()
        .map(JsonPointer::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Path file(String name) {
    return Stream.of("", "../..")
        .map(root -> Path.of(root, "src/engine/fields/testdata", name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}
