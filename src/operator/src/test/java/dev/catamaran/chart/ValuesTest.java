package dev.catamaran.chart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.chart.Values.InvalidValuesFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuesTest {

  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"a\":{\"x\":1,\"y\":2}} | {\"a\":{\"y\":3}} | {\"a\":{\"x\":1,\"y\":3}}",
        "{\"l\":[1,2]} | {\"l\":[3]} | {\"l\":[3]}",
        "{\"a\":{\"x\":1}} | {\"a\":null} | {\"a\":null}",
        "{\"a\":{\"x\":1}} | {\"a\":2} | {\"a\":2}",
        "{\"a\":1} | {\"a\":{\"x\":1}} | {\"a\":{\"x\":1}}",
        "{} | {\"b\":1,\"a\":2} | {\"a\":2,\"b\":1}"
      })
  void mergesAsHelmDoes(String under, String over, String merged) throws Exception {
    assertEquals(merged, text(values(under).merge(values(over))));
  }

  @Test
  void isImmutable() throws Exception {
    var tree = (ObjectNode) JSON.readTree("{\"a\":{\"x\":1}}");
    var values = Values.of(tree);
    tree.withObject("/a").put("x", 2);
    values.toTree().withObject("/a").put("x", 3);
    values.merge(values("{\"a\":{\"x\":4}}"));
    values.with(List.of(ValueOverride.parse("a.x", "5", OverrideTyping.TYPED)));
    assertEquals("{\"a\":{\"x\":1}}", text(values));
  }

  @Test
  void givesTheSameDigestForAnyKeyOrder() throws Exception {
    var values = values("{\"b\":{\"d\":1,\"c\":\"ü\"},\"a\":[{\"y\":1,\"x\":2}]}");
    var same = values("{\"a\":[{\"x\":2,\"y\":1}],\"b\":{\"c\":\"ü\",\"d\":1}}");
    assertEquals("{\"a\":[{\"x\":2,\"y\":1}],\"b\":{\"c\":\"ü\",\"d\":1}}", text(values));
    assertEquals(values, same);
    assertEquals(values.digest(), same.digest());
    assertNotEquals(values.digest(), values("{\"a\":null}").digest());
    assertNotEquals(Values.empty().digest(), values("{\"a\":null}").digest());
  }

  /** {@code printf '{}' | sha256sum}. */
  @Test
  void isEmptyForNullAndNeverShowsItsContent() throws Exception {
    assertEquals(
        "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
        Values.empty().digest());
    assertEquals(Values.empty(), Values.of(null));
    assertEquals(Values.empty(), values("null"));
    assertThrows(IllegalArgumentException.class, () -> values("[1]"));
    var shown = values("{\"password\":\"s3cret\"}").toString();
    assertFalse(shown.contains("s3cret"), shown);
  }

  /** ManifestReadingIT compares the reading with Helm. */
  @Test
  void readsJsonAndEmptyText() throws Exception {
    assertEquals(Values.ofYaml("a: 1"), Values.ofYaml("{\"a\": 1}"));
    assertEquals(Values.empty(), Values.ofYaml("# nothing\n"));
  }

  @Test
  void refusesTextThatIsNoMapping() {
    assertEquals("line 1, column 1: not a mapping in YAML", problem("- a"));
    // Go converts YAML to JSON. JSON has no infinity.
    assertEquals("line 1, column 4: not a mapping in YAML", problem("v: .inf"));
    assertEquals("line 2, column 11: not a mapping in YAML", problem("a: 1\nb: hunter2: c"));
  }

  private static Values values(String json) throws Exception {
    return Values.of(JSON.readTree(json));
  }

  private static String text(Values values) {
    return new String(values.toJson(), UTF_8);
  }

  private static String problem(String text) {
    return String.valueOf(
        assertThrows(InvalidValuesFileException.class, () -> Values.ofYaml(text)).getMessage());
  }
}
