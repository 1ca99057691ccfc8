package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlValuesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "yes                  | true",
        "Off                  | false",
        "~                    | null",
        "\"yes\"              | \"yes\"",
        "30000000             | 30000000",
        "-7                   | -7",
        "0                    | 0",
        "010                  | 8",
        "0x1F                 | 31",
        "1_000                | 1000",
        "9223372036854775808  | 9223372036854775808",
        "1.0                  | 1.0",
        "1e3                  | 1000.0",
        ".5                   | 0.5",
        "1:30                 | \"1:30\"",
        "2024-01-01           | \"2024-01-01\"",
        "[1, {a: b}]          | [1,{\"a\":\"b\"}]",
      })
  void readsScalarsAsHelmDoes(String yaml, String json) throws Exception {
    var read = YamlValues.read("v: " + yaml).toTree().get("v");

    assertEquals(new JsonMapper().readTree(json).toString(), read.toString());
  }

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
