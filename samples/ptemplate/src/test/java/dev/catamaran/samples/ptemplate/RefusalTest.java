package dev.catamaran.samples.ptemplate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusalTest {

  @Test
  void findsNothingWrongWithTheSamples() {
    assertEquals(Optional.empty(), Refusal.of(Samples.ptemplate(Samples.LEAST)));
    assertEquals(Optional.empty(), Refusal.of(Samples.ptemplate(Samples.MOST)));
    assertEquals(Optional.empty(), Refusal.of(Samples.named("n".repeat(63), Samples.LEAST)));
  }

  @Test
  void refusesANameThatIsNoLabel() {
    assertEquals(
        Optional.of("metadata.name has 64 characters; the label app of its pods allows 63"),
        Refusal.of(Samples.named("n".repeat(64), Samples.LEAST)));
  }

  @Test
  void refusesNumbersBelowZero() {
    assertEquals(
        Optional.of("spec.maxdev is -1; it must be 0 or more"),
        Refusal.of(Samples.ptemplate("{selector: {}, maxdev: -1}")));
    assertEquals(
        Optional.of("spec.requiredDevices is -2; it must be 0 or more"),
        Refusal.of(Samples.ptemplate("{selector: {}, requiredDevices: -2}")));
  }
}
