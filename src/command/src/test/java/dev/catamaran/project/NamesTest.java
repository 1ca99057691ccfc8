package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import org.junit.jupiter.api.Test;

class NamesTest {
  /** A label of the DNS has at most 63 characters. */
  @Test
  void leaveRoomForTheNameOfTheMetricsService() {
    var longest = "a".repeat(63 - "-controller-manager-metrics-service".length());

    assertDoesNotThrow(() -> Names.checkProject(longest));
    var refusal =
        assertThrows(ManagerException.class, () -> Names.checkProject(longest + "a")).getMessage();
    assertEquals(
        "--name: \""
            + longest
            + "a\" is not 1 to 28 lower-case letters, digits and dashes, such"
            + " as memcached-operator",
        refusal);
  }
}
