package dev.catamaran.samples.reversewords;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObjectionsTest {

  @Test
  void allowsAbsentZeroAndManyReplicas() {
    assertEquals(Optional.empty(), Objections.to(Samples.app(null)));
    assertEquals(Optional.empty(), Objections.to(Samples.app(0)));
    assertEquals(Optional.empty(), Objections.to(Samples.app(1_000)));
  }

  @Test
  void allowsAnAbsentSpec() {
    assertEquals(Optional.empty(), Objections.to(Samples.app("words", null)));
  }

  @Test
  void refusesNegativeReplicas() {
    assertEquals(
        Optional.of("spec.replicas is -1; set it to 0 or more, or leave it out."),
        Objections.to(Samples.app(-1)));
  }

  @Test
  void allowsTheLongestNameThatTheServiceCanHave() {
    assertEquals(Optional.empty(), Objections.to(Samples.app("w".repeat(55), null)));
    assertEquals(63, ObjectNames.of(Samples.app("w".repeat(55), null)).service().length());
  }

  @Test
  void refusesANameThatIsTooLongForTheService() {
    assertEquals(
        Optional.of(
            "metadata.name has 56 characters, and service-<name> allows 55; choose a shorter"
                + " name."),
        Objections.to(Samples.app("w".repeat(56), null)));
  }

  @Test
  void refusesANameWithADot() {
    assertEquals(
        Optional.of(
            "metadata.name has a dot, which the name of a Service must not have; choose a name"
                + " without."),
        Objections.to(Samples.app("my.words", null)));
  }

  @Test
  void reportsAllAtOnce() {
    var all = Objections.to(Samples.app("w.".repeat(40), new ReverseWordsAppSpec(-3, null)));
    assertEquals(
        3L, all.stream().flatMap(text -> text.lines()).flatMap(ObjectionsTest::sentences).count());
  }

  private static java.util.stream.Stream<String> sentences(String text) {
    return java.util.Arrays.stream(text.split("\\. ", -1));
  }
}
