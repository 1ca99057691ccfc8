package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HandledMarkTest {
  private static final String ANNOTATION = HandledMark.annotation("backup");
  private static final HandledMark THIRD = new HandledMark(3, "uid");

  @Test
  void isReadAsItIsWritten() {
    assertEquals(Optional.of(THIRD), HandledMark.on(carrying(THIRD.text()), ANNOTATION));
  }

  @Test
  void ignoresAMarkCopiedFromAnotherObject() {
    var copied = new HandledMark(3, "another").text();
    assertEquals(Optional.empty(), HandledMark.on(carrying(copied), ANNOTATION));
  }

  @Test
  void ignoresAnInvalidMark() {
    assertEquals(Optional.empty(), HandledMark.on(carrying("three"), ANNOTATION));
    assertEquals(Optional.empty(), HandledMark.on(carrying("-3 of uid"), ANNOTATION));
  }

  @Test
  void hasAValidAnnotationNameForEachReconciler() {
    assertEquals("handled-generation.catamaran.dev/my-backup", HandledMark.annotation("my backup"));
    var first = HandledMark.annotation("a".repeat(70) + "1");
    assertEquals(63, first.substring(first.indexOf('/') + 1).length());
    assertNotEquals(first, HandledMark.annotation("a".repeat(70) + "2"));
  }

  @Test
  void distinguishesAddUpdateAndResync() {
    assertEquals(Occasion.ADDED, Occasion.of(THIRD, Optional.empty()));
    assertEquals(Occasion.ADDED, Occasion.of(THIRD, Optional.of(new HandledMark(3, "another"))));
    assertEquals(Occasion.UPDATED, Occasion.of(THIRD, Optional.of(new HandledMark(2, "uid"))));
    assertEquals(Occasion.RESYNCED, Occasion.of(THIRD, Optional.of(THIRD)));
  }

  private static ConfigMap carrying(String text) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withUid("uid")
        .addToAnnotations(ANNOTATION, text)
        .endMetadata()
        .build();
  }
}
