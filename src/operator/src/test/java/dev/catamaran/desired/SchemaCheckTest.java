package dev.catamaran.desired;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.chart.Values;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.Revisions;
import dev.catamaran.release.SecretTexts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {
  private Optional<List<String>> answer = Optional.empty();
  private int questions;
  private final SchemaCheck check =
      new SchemaCheck(
          (release, chart, values, secrets) -> {
            questions++;
            return answer;
          });

  @Test
  void asksAgainOnlyAfterAChange() throws Exception {
    answer = Optional.of(List.of());
    for (int pass = 0; pass < 3; pass++) {
      check("one", "chart", 1);
      check("other", "chart", 2);
    }
    assertEquals(2, questions);
    answer = Optional.of(List.of("size: must be at most 9"));
    for (int pass = 0; pass < 3; pass++) {
      assertEquals(
          "the values do not meet values.schema.json of chart memcached: size: must be at most 9",
          refusal("chart"));
    }
    assertEquals(3, questions);
    check.forget("one");
    refusal("chart");
    refusal("another chart");
    assertEquals(5, questions);
  }

  @Test
  void asksOnceAboutAChartWithoutASchema() throws Exception {
    for (int size = 0; size < 3; size++) {
      check("one", "plain", size);
    }
    assertEquals(1, questions);
  }

  @Test
  void countsWhatItDoesNotList() {
    answer = Optional.of(IntStream.rangeClosed(1, 60).mapToObj("v%02d"::formatted).toList());
    var refusal = refusal("chart");
    assertEquals("v49; v50; and 10 more", refusal.substring(refusal.indexOf("v49")));
  }

  private String refusal(String digest) {
    return assertThrows(InvalidPrimaryException.class, () -> check("one", digest, 10)).problem();
  }

  private void check(String uid, String digest, int size) throws InvalidPrimaryException {
    var values = Values.empty().toTree().put("size", size);
    check.check(
        uid,
        Revisions.RELEASE,
        DesiredReleaseFixture.chart(Path.of("chart"), digest),
        Values.of(values),
        SecretTexts.none());
  }
}
