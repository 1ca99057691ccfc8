package dev.catamaran.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseNamesTest {

  private static ReleaseKey of(String name) {
    return ReleaseNames.of(
        new PrimaryIdentity("cache.my.domain/v1", "Memcached", "shop", name, "uid-1"));
  }

  @Test
  void isThePrimarysOwnNameInItsNamespace() {
    assertEquals(new ReleaseKey("shop", "cache"), of("cache"));
  }

  @Test
  void isKeptUpToTheLengthThatHelmAllows() {
    assertEquals("a".repeat(53), of("a".repeat(53)).name());
  }

  @ParameterizedTest
  @ValueSource(ints = {54, 63, 253})
  void isShortenedToWhatHelmAllows(int length) {
    var name = of("a".repeat(length)).name();
    assertEquals(53, name.length());
    assertTrue(name.startsWith("a".repeat(40) + "-"), name);
  }

  @Test
  void tellsLongNamesApartThatBeginAlike() {
    assertNotEquals(of("a".repeat(60) + "1"), of("a".repeat(60) + "2"));
  }

  @Test
  void isTheSameEveryTime() {
    assertEquals(of("a".repeat(60)), of("a".repeat(60)));
  }

  /** Helm's rule (pkg/chartutil/validate_name.go); an object's name may have dots and dashes. */
  @Test
  void isANameThatHelmTakesWhereverItIsCut() {
    var dotAtTheCut = "a".repeat(39) + "." + "b".repeat(20);
    var dashAtTheCut = "a".repeat(39) + "-" + "b".repeat(20);
    var rule = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
    assertTrue(of(dotAtTheCut).name().matches(rule), of(dotAtTheCut).name());
    assertTrue(of(dashAtTheCut).name().matches(rule), of(dashAtTheCut).name());
  }
}
