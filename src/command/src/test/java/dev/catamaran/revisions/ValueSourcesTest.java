package dev.catamaran.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.helm.StoredValues;
import dev.catamaran.inspect.ReferencedSources.Referenced;
import dev.catamaran.project.OfflineEnvironment;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ValueSourcesTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void namesTheSourceOfEachValue() {
    assertEquals(
        """
        a 1 chart
        image.name "web" chart
        image.tag "2" override (watches.yaml)
        replicas 3 spec
        colour "red" values-from ConfigMap paint
        made "x" release""",
        leaves(
            stored(
                "{a: 1, image: {name: web, tag: '1'}, replicas: 1}",
                "{image: {tag: '2'}, replicas: 3, colour: red, made: x}"),
            "{image: {tag: '2'}}",
            "{image: {tag: '7'}, replicas: 3}",
            new Referenced("ConfigMap paint", false, tree("{colour: red}"))));
  }

  @Test
  void masksValuesOfSecretsAndOfVariables() {
    assertEquals(
        """
        url "******" override (watches.yaml)
        password "******" values-from Secret login
        token "******" values-from Secret
        port 80 override (watches.yaml)""",
        leaves(
            stored(
                "{}",
                "{url: 'https://t0ps3cret', password: s3cret, token: other-s3cret, port: 80}",
                "/token"),
            "{url: 'https://%s', port: '80'}".formatted(OfflineEnvironment.TEMPLATE),
            "{}",
            new Referenced("Secret login", true, tree("{password: s3cret}"))));
  }

  @Test
  void masksEverythingOfTheReleaseIfThePlacesAreUnknown() {
    assertEquals(
        """
        a 1 chart
        b "******" spec
        c "******" values-from Secret""",
        leaves(stored("{a: 1}", "{b: 2, c: 3}", ""), "{}", "{b: 2}"));
  }

  @Test
  void omitsDefaultsThatANullDeletesAndReplacesListsAsAWhole() {
    assertEquals(
        """
        b {} release
        list[0].name "x" spec
        list[0].open true spec
        list[1] "y" spec""",
        leaves(
            stored(
                "{a: 1, b: {c: 1}, list: [1, 2, 3]}",
                "{a: null, b: {c: null}, list: [{name: x, open: true}, y]}"),
            "{}",
            "{a: null, list: [{name: x, open: true}, y]}"));
  }

  @Test
  void writesPathsInTheSyntaxOfHelm() {
    var sources =
        new ValueSources(stored("{}", "{a.b: {c: [{d: 1}]}}"), tree("{}"), tree("{}"), List.of());
    assertEquals("a\\.b.c[0].d", sources.leaves().getFirst().path());
  }

  @Test
  void showsNoValueInItsOwnText() {
    var sources =
        new ValueSources(
            stored("{}", "{a: s3cret}", "/a"), tree("{}"), tree("{a: s3cret}"), List.of());
    assertFalse((sources + "" + sources.stored()).contains("s3cret"));
  }

  private static StoredValues stored(String defaults, String config, String... places) {
    return new StoredValues(tree(defaults), tree(config), List.of(places));
  }

  private static String leaves(
      StoredValues stored, String overrides, String spec, Referenced... referenced) {
    var sources = new ValueSources(stored, tree(overrides), tree(spec), List.of(referenced));
    return sources.leaves().stream()
        .map(leaf -> "%s %s %s".formatted(leaf.path(), leaf.value(), leaf.source()))
        .collect(Collectors.joining("\n"));
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
