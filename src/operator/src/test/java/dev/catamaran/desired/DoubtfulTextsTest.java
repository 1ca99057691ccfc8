package dev.catamaran.desired;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.Values;
import dev.catamaran.release.Confinement.Doubt;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubtfulTextsTest {
  private static final JsonMapper JSON = new JsonMapper();

  /** Each between two strokes. */
  private static final String WORDS =
      "a|a b|1.2.3|https://a.b/c?d=e|repo/image:tag@sha256:0|a,b|-|10:30|*.example.com|a=b|a#b|ä|a\tb"
          + "|helm.sh/resource-policy|shop.catamaran.dev/v1|meta.helm.sh/release-name";

  private static final String DOUBTFUL =
      "a\nb/a\rb/a\u0085b/a\u2028b/a\u2029b/{a/a]/\"a/it's/a\\/a: b/a:/#fff/a #b/&a/|/>-/helm.sh"
          + "/helm.sh\0hook/catamaran.dev\0drift/operator-sdk\0primary-resource";

  @Test
  void trustsAWord() {
    for (var text : WORDS.split("[|]")) {
      assertEquals(List.of(), in(Map.of("a", text)), text);
    }
  }

  @Test
  void doubtsWhatCanMakeAPartOfAManifest() {
    for (var word : DOUBTFUL.split("/")) {
      var text = word.replace('\0', '/');
      var doubts = in(Map.of("a", List.of("b", text)));
      assertEquals(List.of("a[1]"), doubts.getFirst().paths(), text);
      for (var harmless : doubts.getFirst().harmless().subList(0, 3)) {
        assertEquals(List.of(), in(Map.of("a", harmless.toTree().at("/a/1").textValue())), text);
      }
    }
  }

  @Test
  void keepsTheLinesOfAText() {
    assertHarmless("a_ _b_\n  _ c\n_--\n_ d\n", "a: 'b'\n  - c\n---\n? d\n");
    assertHarmless("x_ _b_\n", "{{ .Release.Name }}: 'b'\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: b\\nc: d | probe-of-catamaran: probe-of-catamaran",
        "a:\\n- b | probe-of-catamaran: probe-of-catamaran",
        "# a\\n\\n- b\\n- c: d | - probe-of-catamaran",
        "{{- range .Values.a }}\\n- b\\n{{ end }} | - probe-of-catamaran",
        "{a: b} | {\"probe-of-catamaran\": \"probe-of-catamaran\"}",
        "[a, b] | [\"probe-of-catamaran\"]",
        "a\\nb: c | a\\nb_ c",
        "---\\na: b | _--\\na_ b"
      })
  void probesWithTheLeastListOrMapOfItsForm(String text, String probe) {
    assertHarmless(probe.replace("\\n", "\n"), text.replace("\\n", "\n"));
  }

  @Test
  void keepsTheListOrMapWithOtherWords() {
    var text = "- name: ann's\n  age: 7\n- {name: '{{ .Release.Name }}', 'a: b': [c]}\n";

    assertHarmless("[{\"name\":\"x\",\"age\":7},{\"name\":\"x\",\"a_ b\":[\"x\"]}]", text);
    assertHarmless("[{\"name\":\"word\",\"age\":7},{\"name\":\"word\",\"a_ b\":[\"word\"]}]", text);
    assertHarmless("_a_ _", "{a: [");
  }

  private static void assertHarmless(String expected, String text) {
    var harmless =
        in(Map.of("a", text)).getFirst().harmless().stream()
            .map(values -> values.toTree().at("/a").textValue())
            .toList();
    assertTrue(harmless.contains(expected), harmless.toString());
  }

  @Test
  void doubtsAKey() {
    var doubt = in(Map.of("a", Map.of("b\n  c", "d"))).getFirst();

    assertEquals(List.of("a.b   c"), doubt.paths());
    assertEquals("d", doubt.harmless().getFirst().toTree().at("/a/b   c").textValue());
  }

  @Test
  void doubtsTheNameOfAMark() {
    var doubt = in(Map.of("a", Map.of("helm.sh/hook", "post-install"))).getFirst();

    assertEquals(List.of("a.helm.sh/hook"), doubt.paths());
    assertEquals("post-install", doubt.harmless().getFirst().toTree().at("/a/x~1hook").textValue());
  }

  @Test
  void leavesTheTemplatesOfATextThatIsOdd() {
    var doubts = in(Map.of("a", "{{ .Release.Name }}: 'b'"));

    assertEquals(
        "{{ .Release.Name }}_ _b_",
        doubts.getFirst().harmless().getFirst().toTree().at("/a").textValue());
    assertTrue(doubts.getLast().areTemplates());
    assertEquals("x_ _b_", doubts.getLast().harmless().getFirst().toTree().at("/a").textValue());
  }

  @Test
  void asksOnlyAboutTemplatesWhereNothingElseIsOdd() {
    assertEquals(
        List.of(true), in(Map.of("a", "{{ \"b\" }}")).stream().map(Doubt::areTemplates).toList());
  }

  @Test
  void exemptsWhatAnAdministratorAllows() {
    var values = Values.of(tree(Map.of("a", Map.of("raw", List.of("b\nc")), "b", "c\nd")));

    var doubts = new DoubtfulTexts(Set.of("a.raw")).in(values);

    assertEquals(List.of(List.of("b")), doubts.stream().map(Doubt::paths).toList());
    assertEquals(
        "b\nc", doubts.getFirst().harmless().getLast().toTree().at("/a/raw/0").textValue());
  }

  private static List<Doubt> in(Map<String, Object> values) {
    return new DoubtfulTexts(Set.of()).in(Values.of(tree(values)));
  }

  private static JsonNode tree(Map<String, Object> values) {
    try {
      return JSON.readTree(JSON.writeValueAsBytes(values));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
