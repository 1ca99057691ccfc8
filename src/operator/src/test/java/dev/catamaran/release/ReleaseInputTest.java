package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReleaseInputTest {
  private static final ReleaseInput PRESENT = input("chart", Map.of("a/v1", true, "b/v1", false));

  private static ReleaseInput input(String content, Map<String, Boolean> apis) {
    return ReleaseInput.of(content, new TreeMap<>(apis));
  }

  private static boolean differsInApisOnly(String content, Map<String, Boolean> apis) {
    return PRESENT.differsInApisOnly(input(content, apis).digest());
  }

  @Test
  void recognizesOtherAnswersToTheSameQuestions() {
    assertTrue(differsInApisOnly("chart", Map.of("a/v1", false, "b/v1", false)));
    assertTrue(differsInApisOnly("chart", Map.of("a/v1", false, "b/v1", true)));
  }

  @Test
  void recognizesOtherContentAndQuestions() {
    assertFalse(differsInApisOnly("chart", Map.of("a/v1", true, "b/v1", false)), "the same");
    assertFalse(differsInApisOnly("other", Map.of("a/v1", false, "b/v1", false)));
    assertFalse(differsInApisOnly("chart", Map.of("a/v1", true)));
    assertFalse(PRESENT.differsInApisOnly(""));
  }

  @Test
  void isTheSameWhateverItsMark() {
    var marked = PRESENT.markedBy("1a2b").digest();

    assertEquals("1a2b", ReleaseInput.markIn(marked));
    assertEquals("", ReleaseInput.markIn(PRESENT.digest()));
    assertEquals(PRESENT, PRESENT.markedBy(""));
    assertTrue(ReleaseInput.isSame(marked, PRESENT.digest()), "of an earlier version");
    assertTrue(ReleaseInput.isSame(marked, PRESENT.markedBy("3c4d").digest()));
    assertFalse(ReleaseInput.isSame(marked, input("other", Map.of()).markedBy("1a2b").digest()));
    assertTrue(
        input("chart", Map.of("a/v1", false, "b/v1", false)).differsInApisOnly(marked),
        "other answers");
  }

  @Test
  void comparesNothingWithManyQuestions() {
    var apis = IntStream.range(0, 9).boxed().collect(Collectors.toMap(i -> "api" + i, i -> false));
    var before = input("chart", apis).digest();
    apis.put("api0", true);

    assertFalse(input("chart", apis).differsInApisOnly(before));
  }
}
