package dev.catamaran.desired;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.Values;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.Revisions;
import dev.catamaran.release.SecretTexts;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaCheckTest {
  private static final ChartEngine ENGINE = ChartEngine.start();

  private final AtomicInteger questions = new AtomicInteger();
  private final SchemaCheck check =
      new SchemaCheck(
          (release, chart, values, secrets) -> {
            questions.incrementAndGet();
            return ENGINE.violations(release, chart, values, secrets);
          });

  private final Path folder;

  SchemaCheckTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  @Test
  void asksAgainOnlyAfterAChange() throws Exception {
    var chart = chart("{\"properties\": {\"size\": {\"maximum\": 9}}}");

    for (int pass = 0; pass < 3; pass++) {
      check("one", chart, "{\"size\": 1}");
      check("other", chart, "{\"size\": 2}");
    }
    assertEquals(2, questions.get());

    for (int pass = 0; pass < 3; pass++) {
      assertEquals(
          "the values do not meet values.schema.json of chart strict: size: must be at most 9",
          refusal(chart, "{\"size\": 10}"));
    }
    assertEquals(3, questions.get());

    check.forget("one");
    refusal(chart, "{\"size\": 10}");
    refusal(chart("{\"properties\": {\"size\": {\"maximum\": 8}}}"), "{\"size\": 10}");
    assertEquals(5, questions.get());
  }

  @Test
  void asksOnceAboutAChartWithoutASchema() throws Exception {
    var chart = new ChartLoader(folder).load(TestChart.named("plain").path());

    for (int size = 0; size < 3; size++) {
      check("one", chart, "{\"size\": %d}".formatted(size));
    }

    assertEquals(1, questions.get());
  }

  @Test
  void leavesToTheRenderingWhatHelmCannotLoad() throws Exception {
    var chart = chart("{}");
    var changed =
        new Chart(
            chart.path(),
            chart.name(),
            chart.version(),
            chart.appVersion(),
            "another digest",
            chart.askedApis());

    check("one", changed, "{}");

    assertEquals(1, questions.get());
  }

  @Test
  void countsWhatItDoesNotList() throws Exception {
    var chart = chart("{\"additionalProperties\": {\"type\": \"string\"}}");
    var values =
        IntStream.range(0, 60)
            .mapToObj("\"v%02d\": 1"::formatted)
            .collect(Collectors.joining(", ", "{", "}"));

    var refusal = refusal(chart, values);

    assertEquals(
        "v49: got number, want string; and 10 more", refusal.substring(refusal.indexOf("v49")));
  }

  private Chart chart(String schema) throws Exception {
    return new ChartLoader(folder)
        .load(TestChart.named("strict").file("values.schema.json", schema).path());
  }

  private String refusal(Chart chart, String values) {
    return assertThrows(InvalidPrimaryException.class, () -> check("one", chart, values)).problem();
  }

  private void check(String uid, Chart chart, String values) throws Exception {
    check.check(
        uid,
        Revisions.RELEASE,
        chart,
        Values.of(new JsonMapper().readTree(values)),
        SecretTexts.none());
  }
}
