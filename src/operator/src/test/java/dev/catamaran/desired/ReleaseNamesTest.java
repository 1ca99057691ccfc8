package dev.catamaran.desired;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseNamesTest {

  private static String of(String name) {
    return ReleaseNames.shortened(name);
  }

  @Test
  void isKeptUpToTheLengthThatHelmAllows() {
    assertEquals("a".repeat(53), of("a".repeat(53)));
  }

  @ParameterizedTest
  @ValueSource(ints = {54, 63, 253})
  void isShortenedToWhatHelmAllows(int length) {
    var name = of("a".repeat(length));
    assertEquals(53, name.length());
    assertTrue(name.startsWith("a".repeat(40) + "-"), name);
  }

  @Test
  void differsForLongNamesWithTheSameBeginning() {
    assertNotEquals(of("a".repeat(60) + "1"), of("a".repeat(60) + "2"));
  }

  @Test
  void isTheSameEveryTime() {
    assertEquals(of("a".repeat(60)), of("a".repeat(60)));
  }

  /** Helm's rule (pkg/chartutil/validate_name.go); an object's name may have dots and dashes. */
  @Test
  void isValidForHelmAfterAnyCut() {
    var dotAtTheCut = "a".repeat(39) + "." + "b".repeat(20);
    var dashAtTheCut = "a".repeat(39) + "-" + "b".repeat(20);
    var rule = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
    assertTrue(of(dotAtTheCut).matches(rule), of(dotAtTheCut));
    assertTrue(of(dashAtTheCut).matches(rule), of(dashAtTheCut));
  }
}
