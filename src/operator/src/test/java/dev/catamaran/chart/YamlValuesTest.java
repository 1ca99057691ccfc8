package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** ManifestReadingIT compares the reading with Helm. */
class YamlValuesTest {

  @Test
  void readsJsonAndEmptyText() throws Exception {
    assertEquals(YamlValues.read("a: 1"), YamlValues.read("{\"a\": 1}"));
    assertEquals(Values.empty(), YamlValues.read("# nothing\n"));
  }

  @Test
  void refusesTextThatIsNoMapping() {
    assertEquals("line 1, column 1: not a mapping in YAML", problem("- a"));
    // Go converts YAML to JSON. JSON has no infinity.
    assertEquals("line 1, column 4: not a mapping in YAML", problem("v: .inf"));
    assertEquals("line 2, column 11: not a mapping in YAML", problem("a: 1\nb: hunter2: c"));
  }

  private static String problem(String text) {
    return String.valueOf(
        assertThrows(InvalidValuesFileException.class, () -> YamlValues.read(text)).getMessage());
  }
}
