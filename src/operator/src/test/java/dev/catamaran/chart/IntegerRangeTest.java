package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntegerRangeTest {
  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": [9223372036854775807, -9223372036854775808]}",
        "{\"\": {\"\": 1000000}, \"b\": [[3]]}",
        "{\"float\": 1e30, \"text\": \"9223372036854775808\"}"
      })
  void acceptsWhatATemplateGetsUnchanged(String json) throws Exception {
    var values = values(json);
    assertDoesNotThrow(() -> IntegerRange.check(values));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"a\":[{\"b\":9223372036854775808}]} | a[0].b",
        "{\"a.b\":{\"c\":-9223372036854775809}} | a\\.b.c"
      })
  void refusesMoreThan64Bits(String json, String path) throws Exception {
    var values = values(json);
    var e = assertThrows(UnrepresentableNumberException.class, () -> IntegerRange.check(values));
    assertEquals(path, e.path());
    assertEquals(path + ": beyond the 64 bits of an integer; quote it", e.getMessage());
  }

  private static Values values(String json) throws Exception {
    return Values.of(JSON.readTree(json));
  }
}
