package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.helm.StoredValues;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionPairTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void namesWhatDiffersWithTheDefaultsOfTheChart() {
    assertEquals(
        List.of(
            "image.tag: \"1\" -> \"2\"",
            "args[1]: \"b\" -> null",
            "old: true -> null",
            "status.url: null -> \"x\""),
        changes(
            values("{image: {name: web, tag: '1'}, args: [a, b], old: true}", "{}"),
            values("{image: {name: web, tag: '2'}, args: [a]}", "{status: {url: x}}")));
  }

  @Test
  void namesNoValueThatTheReleaseSetsToTheDefault() {
    assertEquals(List.of(), changes(values("{a: 1}", "{}"), values("{a: 2}", "{a: 1}")));
  }

  /** A person moves a password into a Secret. */
  @Test
  void masksASecretAlsoWhereTheOtherRevisionHasItInPlainText() {
    assertEquals(
        List.of("login: \"******\" -> \"******\"", "token: null -> \"******\""),
        changes(
            values("{}", "{login: plain}"),
            values("{}", "{login: s3cret, token: abc}", "/login", "/token")));
  }

  private static List<String> changes(ValueSources before, ValueSources after) {
    return RevisionPair.values(before, after).stream()
        .map(each -> each.path() + ": " + each.before() + " -> " + each.after())
        .toList();
  }

  private static ValueSources values(String defaults, String config, String... secretPlaces) {
    return new ValueSources(
        new StoredValues(tree(defaults), tree(config), List.of(secretPlaces)),
        JsonNodeFactory.instance.objectNode(),
        JsonNodeFactory.instance.objectNode(),
        List.of());
  }

  private static ObjectNode tree(String yaml) {
    try {
      return YAML.readValue(yaml, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
