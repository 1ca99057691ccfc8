package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReleaseInputTest {
  private static final ReleaseInput CHART = ReleaseInput.of("chart");
  private static final Asked BEFORE = asked(Map.of("a/v1", "true", Asked.VERSION, "v1.34.4"));

  private static Asked asked(Map<String, String> answers) {
    return new Asked(new TreeMap<>(answers));
  }

  private static ReleaseInput today(Map<String, String> answers) {
    return CHART.in(asked(answers), Optional.of(BEFORE));
  }

  private static boolean made(ReleaseInput input, Optional<Asked> asked) {
    return input.made(
        new Revision.Origin(Revisions.PRIMARY, CHART.digest(), OptionalInt.empty(), "", asked));
  }

  @Test
  void madeARevisionWithTheSameAnswers() {
    var same = Map.of("a/v1", "true", Asked.VERSION, "v1.34.4", "b/v1", "true");

    assertTrue(made(today(same), Optional.of(BEFORE)), "with another question");
    assertTrue(made(today(Map.of()), Optional.of(Asked.NOTHING)));
    assertFalse(made(today(Map.of("a/v1", "true", Asked.VERSION, "v1.35.0")), Optional.of(BEFORE)));
    assertFalse(made(today(Map.of("a/v1", "true")), Optional.of(BEFORE)), "not answered");
    assertFalse(made(today(same), Optional.empty()), "nobody knows what it asked");
    assertFalse(
        ReleaseInput.of("other").made(new Revision.Origin(Revisions.PRIMARY, CHART.digest())));
  }

  @Test
  void countsFailuresAnewWithOtherAnswers() {
    var other = today(Map.of("a/v1", "false", Asked.VERSION, "v1.34.4")).markedBy("3c");

    assertEquals(CHART.digest(), today(BEFORE.answers()).counted());
    assertFalse(ReleaseInput.isSame(CHART.digest(), other.counted()));
    assertEquals("3c", ReleaseInput.editionIn(other.counted()));
    assertNotEquals(
        other.counted(), today(Map.of("a/v1", "x", Asked.VERSION, "v1.34.4")).counted());
  }

  @Test
  void isTheSameWhateverItsMark() {
    var marked = CHART.markedBy("1a2b").digest();

    assertEquals("1a2b", ReleaseInput.editionIn(marked));
    assertEquals("", ReleaseInput.editionIn(CHART.digest()));
    assertTrue(ReleaseInput.isSame(marked, CHART.digest()), "of an earlier version");
    assertTrue(ReleaseInput.isSame(marked, CHART.markedBy("3c4d").digest()));
    assertFalse(ReleaseInput.isSame(marked, ReleaseInput.of("other").markedBy("1a2b").digest()));
  }

  @Test
  void readsOnlyRecordsOfTheEngine() {
    assertEquals(Optional.of(BEFORE), Asked.parse(BEFORE.text()));
    assertEquals(Optional.of(Asked.NOTHING), Asked.parse("{}"));
    for (var text : new String[] {"", "null", "[]", "{", "{\"a\": null}", "{\"a\": {}}"}) {
      assertEquals(Optional.empty(), Asked.parse(text), text);
    }
  }
}
