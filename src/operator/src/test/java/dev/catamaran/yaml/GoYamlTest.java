package dev.catamaran.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the reading of YAML without Go. ManifestReadingIT compares the reading with Go. */
class GoYamlTest {

  @Test
  void refusesADocumentOfTooManyValues() {
    var text = "[" + "[],".repeat(YamlNodes.MOST_VALUES / 2) + "]";
    var problem = assertThrows(InvalidYamlException.class, () -> read(text));
    assertTrue(String.valueOf(problem.getMessage()).contains("more than 300000 values"));
  }

  @Test
  void repairsALongTextOnlyAFewTimes() throws InvalidYamlException {
    var padding = "# " + "x".repeat(1 << 20) + "\n";
    var escaped = "\"it\\'s\"";
    assertEquals("[\"it's\",\"it's\"]", read(padding + "[%s, %s]".formatted(escaped, escaped)));
    var many = padding + "[" + (escaped + ", ").repeat(50) + "1]";
    assertThrows(InvalidYamlException.class, () -> read(many));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "yes          | true",
        "yEs          | \"yEs\"",
        "010          | 8",
        "0o17         | 15",
        "1_000        | 1000",
        "0x1F         | 31",
        "9223372036854775808 | 9223372036854775808",
        "Off          | false",
        "~            | null",
        "1.2.3        | \"1.2.3\"",
        "100m         | \"100m\"",
        "'0644'       | \"0644\"",
        "1:30         | \"1:30\"",
        "2001-01-01   | \"2001-01-01\"",
        "\"2\"        | \"2\"",
        "! 5          | \"5\"",
        "!!str 5      | \"5\"",
        "!foo 5       | \"5\"",
        "{a: [1,2]}   | {\"a\":[1,2]}",
        "{1.5: x, yes: z} | {\"1.5\":\"x\",\"true\":\"z\"}",
        "{a: &x {k: 1}, b: {k: 2, <<: *x}} | {\"a\":{\"k\":1},\"b\":{\"k\":1}}",
        "\"it\\'s\"   | \"it's\"",
      })
  void readsAsGoDoes(String yaml, String json) throws InvalidYamlException {
    assertEquals(json, read(yaml));
  }

  @Test
  void acceptsTabsBetweenWordsOnly() throws InvalidYamlException {
    assertEquals("{\"a\":2,\"b\":[1]}", read("a:\t2\nb: \t[\n\t1\n]\t# c\n"));
    assertEquals("tab at column 1; use spaces", refused("a:\n\tb: 1\n").problem());
  }

  @Test
  void readsManyTabsAsFastAsBlanks() {
    var text = "a:\t1\n".repeat(100_000);
    assertTimeout(Duration.ofSeconds(30), () -> read(text));
  }

  /** Aliases that expand to much, a large one often, and a deep one. */
  @Test
  void refusesAliasesThatExpandBeyondTheLimit() {
    var bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)));
    }
    var deep = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 5000; i++) {
      deep.append("a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
    }
    var often = "a: &a " + "x".repeat(100_000) + "\nb: [" + "*a, ".repeat(100) + "]\n";
    for (var text : List.of(bomb.toString(), deep.toString(), often)) {
      assertTrue(refused(text).problem().contains("expand"));
    }
    assertEquals("an anchor contains itself", refused("a: &a [*a]").problem());
  }

  @Test
  void refusesDeeplyNestedYaml() {
    for (var opening : List.of("[", "- ", "? ")) {
      assertFalse(refused(opening.repeat(100_000)).problem().isEmpty());
    }
  }

  private static String read(String yaml) throws InvalidYamlException {
    return GoYaml.first(yaml, UnaryOperator.identity()).toString();
  }

  private static InvalidYamlException refused(String yaml) {
    return assertThrows(InvalidYamlException.class, () -> read(yaml));
  }
}
