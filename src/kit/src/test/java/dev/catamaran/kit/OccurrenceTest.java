package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OccurrenceTest {
  private static final int MOST = 1024;

  @Test
  void doesNotChangeAShortNote() {
    assertEquals("done", of(map("1"), "done").note());
  }

  @Test
  void cutsANoteToTheLimitOfTheApiServer() {
    var note = of(map("1"), "a".repeat(2 * MOST)).note();

    assertEquals(MOST, note.getBytes(StandardCharsets.UTF_8).length);
    assertTrue(note.endsWith("a…"));
  }

  @Test
  void cutsNoCharacterInTwo() {
    var note = of(map("1"), "a" + "\uD83D\uDEA2".repeat(MOST)).note();

    assertTrue(note.getBytes(StandardCharsets.UTF_8).length <= MOST);
    assertEquals(note, new String(note.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    assertTrue(note.endsWith("\uD83D\uDEA2…"));
  }

  @Test
  void isEqualForAnotherVersionOfTheObject() {
    assertEquals(of(map("1"), "done"), of(map("2"), "done"));
  }

  @Test
  void namesTheObjectAndARelatedOne() {
    var occurrence = of(map("1"), "done").with(map("1")).during("Copy");

    assertEquals("v1", occurrence.regarding().getApiVersion());
    assertEquals("ConfigMap", occurrence.regarding().getKind());
    assertEquals("uid", occurrence.regarding().getUid());
    assertEquals(Optional.of(occurrence.regarding()), occurrence.related());
    assertEquals("Copy", occurrence.action());
  }

  private static Occurrence of(ConfigMap regarding, String note) {
    return Occurrence.of(regarding, EventRecorder.Type.NORMAL, "Done", note);
  }

  private static ConfigMap map(String resourceVersion) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("home")
        .withName("map")
        .withUid("uid")
        .withResourceVersion(resourceVersion)
        .endMetadata()
        .build();
  }
}
