package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected trees come from strvals of Helm 3.21 for the same overrides. */
class ValueOverrideTest {

  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      quoteCharacter = '\0',
      value = {
        "a.b|1|{\"a\":{\"b\":1}}|{\"a\":{\"b\":\"1\"}}",
        "a\\.b|x|{\"a.b\":\"x\"}|{\"a.b\":\"x\"}",
        "a\\=b|1|{\"a=b\":1}|{\"a=b\":\"1\"}",
        "a\\[0]|x|{\"a[0]\":\"x\"}|{\"a[0]\":\"x\"}",
        "m[1][0].k|true|{\"m\":[null,[{\"k\":true}]]}|{\"m\":[null,[{\"k\":\"true\"}]]}",
        "k|{a,1,true}|{\"k\":[\"a\",1,true]}|{\"k\":[\"a\",\"1\",\"true\"]}",
        "k|{}|{\"k\":[\"\"]}|{\"k\":[\"\"]}",
        "k|{a\\,b,c}|{\"k\":[\"a,b\",\"c\"]}|{\"k\":[\"a,b\",\"c\"]}",
        "k|{ a, b}|{\"k\":[\" a\",\" b\"]}|{\"k\":[\" a\",\" b\"]}",
        "k|a\\,b|{\"k\":\"a,b\"}|{\"k\":\"a,b\"}",
        "k|\\{a|{\"k\":\"{a\"}|{\"k\":\"{a\"}",
        "k|a=b|{\"k\":\"a=b\"}|{\"k\":\"a=b\"}",
        "k|TRUE|{\"k\":true}|{\"k\":\"TRUE\"}",
        "k|null|{\"k\":null}|{\"k\":\"null\"}",
        "k|0|{\"k\":0}|{\"k\":\"0\"}",
        "k|007|{\"k\":\"007\"}|{\"k\":\"007\"}",
        "k|-5|{\"k\":-5}|{\"k\":\"-5\"}",
        "k|+5|{\"k\":5}|{\"k\":\"+5\"}",
        "k|1.5|{\"k\":\"1.5\"}|{\"k\":\"1.5\"}",
        "k| 1|{\"k\":\" 1\"}|{\"k\":\" 1\"}",
        "k|9223372036854775807|{\"k\":9223372036854775807}|{\"k\":\"9223372036854775807\"}",
        "k|9223372036854775808|{\"k\":\"9223372036854775808\"}|{\"k\":\"9223372036854775808\"}"
      })
  void readsAnOverrideAsHelmDoes(String key, String value, String typed, String strings)
      throws Exception {
    assertEquals(JSON.readTree(typed), tree("{}", key, value, OverrideTyping.TYPED));
    assertEquals(JSON.readTree(strings), tree("{}", key, value, OverrideTyping.STRING));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"a\":{\"x\":1,\"y\":2}} | a.x | {\"a\":{\"x\":7,\"y\":2}}",
        "{\"l\":[{\"x\":1},5]} | l[0].x | {\"l\":[{\"x\":7},5]}",
        "{\"l\":[1]} | l[3] | {\"l\":[1,null,null,7]}",
        "{\"a\":null} | a.x | {\"a\":{\"x\":7}}",
        "{\"a\":{\"x\":1}} | a | {\"a\":7}"
      })
  void overwritesExistingValues(String before, String key, String after) throws Exception {
    assertEquals(
        JSON.readTree(after).toString(), tree(before, key, "7", OverrideTyping.TYPED).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s.x | needs a map at s, but the values have a string there",
        "m[0] | needs a list at m, but the values have a map there",
        "l.x | needs a map at l, but the values have a list there",
        "l[0].a | needs a map at l[0], but the values have a number there"
      })
  void refusesAPathThroughAnotherKindOfValue(String key, String problem) throws Exception {
    var values = Values.of(JSON.readTree("{\"s\":\"t\",\"m\":{},\"l\":[1]}"));
    var override = ValueOverride.parse(key, "1", OverrideTyping.TYPED);
    var e = assertThrows(InvalidOverrideException.class, () -> values.with(List.of(override)));
    assertEquals("key " + key + ": " + problem, e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "a..b | 1 | column 3: a name is missing",
        ".a | 1 | column 1: a name is missing",
        "a. | 1 | column 3: a name is missing",
        "a=b | 1 | column 2: write \\= for a = in a name",
        "a,b | 1 | column 2: write \\, for a , in a name",
        "a[0]b | 1 | column 5: expected . or [ after ]",
        "a[x] | 1 | column 3: expected a number from 0 to 65536 in [ ]",
        "a[65537] | 1 | column 3: expected a number from 0 to 65536 in [ ]",
        "a[-1] | 1 | column 3: expected a number from 0 to 65536 in [ ]",
        "a[0 | 1 | column 3: ] is missing",
        "a\\ | 1 | column 3: nothing follows the backslash; write \\\\ for a backslash",
        "k | a,b=1 | value, column 2: write \\, for a comma, or {a,b} for a list",
        "k | {a,b | value, column 5: the list must end with }",
        "k | {a}x | value, column 4: nothing may follow the list's }",
        "k | a\\ | value, column 3: nothing follows the backslash; write \\\\ for a backslash"
      })
  void reportsTheColumnOfASyntaxError(String key, String value, String problem) {
    var e =
        assertThrows(
            InvalidOverrideException.class,
            () -> ValueOverride.parse(key, value, OverrideTyping.TYPED));
    assertEquals("key " + key + ": " + problem, e.getMessage());
  }

  @Test
  void refusesNamesNestedDeeperThanHelmAllows() throws Exception {
    var deepest = "a" + ".a".repeat(30);
    ValueOverride.parse(deepest, "1", OverrideTyping.TYPED);
    var e =
        assertThrows(
            InvalidOverrideException.class,
            () -> ValueOverride.parse(deepest + ".a", "1", OverrideTyping.TYPED));
    assertEquals(
        "key " + deepest + ".a: column 63: more than 30 names deep, which Helm refuses",
        e.getMessage());
  }

  private static JsonNode tree(String before, String key, String value, OverrideTyping typing)
      throws Exception {
    var override = ValueOverride.parse(key, value, typing);
    // Writes and reads the tree again: in Jackson, 5 as an int differs from 5 as a long.
    return JSON.readTree(Values.of(JSON.readTree(before)).with(List.of(override)).toJson());
  }
}
