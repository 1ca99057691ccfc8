package dev.catamaran.desired;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseNamesTest {

  private static String of(String name) {
    return ReleasePlaces.shortened(name);
  }

  @ParameterizedTest
  @ValueSource(ints = {54, 63, 253})
  void isShortenedToWhatHelmAllows(int length) {
    assertEquals("a".repeat(53), of("a".repeat(53)));
    var name = of("a".repeat(length));
    assertEquals(53, name.length());
    assertTrue(name.startsWith("a".repeat(40) + "-"), name);
    assertEquals(name, of("a".repeat(length)), "the same each time");
    assertNotEquals(name, of("a".repeat(length - 1) + "b"));
  }

  /** Helm's rule (pkg/chartutil/validate_name.go); an object's name may have dots and dashes. */
  @ParameterizedTest
  @ValueSource(strings = {".", "-"})
  void isValidForHelmAfterAnyCut(String atTheCut) {
    var rule = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
    var name = of("a".repeat(39) + atTheCut + "b".repeat(20));
    assertTrue(name.matches(rule), name);
  }
}
