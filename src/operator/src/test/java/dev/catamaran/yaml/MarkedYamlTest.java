package dev.catamaran.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkedYamlTest {

  @Test
  void keepsTheLineAndColumnOfEachKey() throws Exception {
    var mapping = mapping("# a comment\na: 1\nb:\n  - c: x\n");
    var list = assertInstanceOf(Marked.Sequence.class, mapping.entry("b").orElseThrow().value());
    var inner = assertInstanceOf(Marked.Mapping.class, list.items().getFirst());
    assertEquals(2, mapping.entry("a").orElseThrow().line());
    assertEquals(
        new Marked.Entry(4, 5, "c", new Marked.Scalar(4, 8, Marked.Type.STRING, "x")),
        inner.entries().getFirst());
  }

  @ParameterizedTest
  @CsvSource({
    "yes, BOOLEAN",
    "12, INTEGER",
    "1.10, FLOAT",
    "~, NULL",
    "x, STRING",
    "'\"12\"', STRING"
  })
  void recognizesTheTypeOfAScalar(String text, Marked.Type type) throws Exception {
    var value = mapping("k: " + text).entry("k").orElseThrow().value();
    assertEquals(type, assertInstanceOf(Marked.Scalar.class, value).type());
  }

  @Test
  void resolvesAliasesAndPrefersOwnKeysToMergeKeys() throws Exception {
    var mapping = mapping("base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  y: 3\n");
    var use = assertInstanceOf(Marked.Mapping.class, mapping.entry("use").orElseThrow().value());
    assertEquals(List.of("y", "x"), use.entries().stream().map(Marked.Entry::key).toList());
    assertEquals("3", scalar(use, "y").text());
    assertEquals("1", scalar(use, "x").text());
  }

  @Test
  void keepsRepeatedKeysForReports() throws Exception {
    var repeated = mapping("a: 1\nb: 2\na: 3\n").repeated();
    assertEquals(List.of(3), repeated.stream().map(Marked.Entry::line).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a:\tb",
        "a: b\t# comment",
        "a:\t\n  c: 1",
        "a: b\n  \t\nc: d",
        "a: [1,\t2]",
        "{\n\t\"a\":\t\"b\",\n\t\t\"c\": [\n\t1\n]}",
        "a: \"b\n\tc\""
      })
  void acceptsTabsWhereHelmDoes(String text) throws Exception {
    assertTrue(mapping(text).entry("a").isPresent());
  }

  @Test
  void omitsEmptyDocumentsAndAByteOrderMark() throws Exception {
    assertEquals(List.of(), MarkedYaml.documents("# nothing\n---\n"));
    assertEquals(2, MarkedYaml.documents("a: 1\n---\nb: 2\n---\n").size());
    assertEquals("1", scalar(mapping("\uFEFFa: 1"), "a").text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:\\n  b: 1\\n\\tc: 2 | 3 | 1 | tab at column 1; use spaces",
        "a: [1, 2 | 1 | 9 | not YAML: while parsing a flow sequence: expected ',' or ']', but got <stream end>",
        "a: &x [*x] | 1 | 4 | an anchor contains itself",
        "? [a]\\n: b | 1 | 3 | a key must be a plain word",
        "- a: 1\\n- chart: !%20 x | 2 | 10 | not YAML: Tag must not contain leading or trailing spaces.",
        "a: 1\\nb: x\u0001x | 2 | 5 | not YAML: the character U+0001 is not allowed"
      })
  void reportsProblemAndPositionOfInvalidYaml(String text, int line, int column, String problem) {
    var e =
        assertThrows(
            InvalidYamlException.class,
            () -> MarkedYaml.documents(text.replace("\\n", "\n").replace("\\t", "\t")));
    assertEquals(problem, e.problem());
    assertEquals(line + ":" + column, e.line() + ":" + e.column());
  }

  private static Marked.Mapping mapping(String text) throws InvalidYamlException {
    return assertInstanceOf(Marked.Mapping.class, MarkedYaml.documents(text).getFirst());
  }

  private static Marked.Scalar scalar(Marked.Mapping mapping, String key) {
    return assertInstanceOf(Marked.Scalar.class, mapping.entry(key).orElseThrow().value());
  }
}
