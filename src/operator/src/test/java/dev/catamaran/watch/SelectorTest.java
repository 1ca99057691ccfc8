package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.watch.Selector.Operator;
import dev.catamaran.watch.Selector.Requirement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SelectorTest {

  @Test
  void writesTheApiServersSyntax() {
    var selector =
        new Selector(
            new TreeMap<>(Map.of("b", "2", "a", "")),
            List.of(
                new Requirement("c", Operator.IN, List.of("x", "y")),
                new Requirement("d", Operator.NOT_IN, List.of("z")),
                new Requirement("example.com/e", Operator.EXISTS, List.of()),
                new Requirement("f", Operator.DOES_NOT_EXIST, List.of())));
    assertEquals("a=,b=2,c in (x,y),d notin (z),example.com/e,!f", selector.toSelectorString());
  }

  @Test
  void writesNothingForEverything() {
    assertTrue(Selector.everything().isEmpty());
    assertEquals("", Selector.everything().toSelectorString());
  }
}
