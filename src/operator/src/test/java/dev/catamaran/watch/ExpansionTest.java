package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.watch.OverridesReader.Expansion;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpansionTest {

  private final Expansion expansion = new Expansion(Map.of("A", "x", "B_1", "y", "EMPTY", ""));

  @ParameterizedTest
  @CsvSource({
    "$A, x",
    "${A}${B_1}, xy",
    "p$A-$B_1/, px-y/",
    "a${EMPTY}b, ab",
    "100$, 100$",
    "$ A, $ A",
    "$$A, $A",
    "$$$A, $x",
    "'$(A)', '$(A)'",
    "plain, plain"
  })
  void expandsAsGoDoes(String text, String expanded) throws Exception {
    assertEquals(expanded, expansion.expand(text));
  }

  @ParameterizedTest
  @CsvSource({
    "$NONE, ${NONE} is not set",
    "a${NO NE}, ${NO NE} is not set",
    "$5, ${5} is not set",
    "a${}, column 2: ${ needs a name and a closing }",
    "${A, column 1: ${ needs a name and a closing }"
  })
  void refusesUnsetVariablesAndInvalidSyntax(String text, String problem) {
    var e = assertThrows(IllegalArgumentException.class, () -> expansion.expand(text));
    assertEquals(problem, e.getMessage());
  }
}
