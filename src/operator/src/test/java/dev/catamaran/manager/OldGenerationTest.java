package dev.catamaran.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OldGenerationTest {
  @ParameterizedTest(name = "{0} MB live of {1} MB: {2} MB")
  @CsvSource({
    "0, 200, 24", // a start
    "16, 200, 24",
    "40, 200, 60",
    "150, 200, 200",
    "10, 20, 20"
  })
  void growsByHalfBeforeACollection(long live, long limit, long threshold) {
    assertEquals(threshold << 20, OldGeneration.threshold(live << 20, limit << 20));
  }
}
