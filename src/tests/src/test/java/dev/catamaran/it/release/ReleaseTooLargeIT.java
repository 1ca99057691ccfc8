package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReleaseTooLargeIT {
  /** Writes to the primary and to Events report the refusal. */
  private static final List<String> REPORTS = List.of("widgets", "events");

  @Test
  void createsNoObjectOfATooLargeChart(TestPrimary one) {
    assertRefused(
        one,
        TestChart.named("noisy")
            .configMap("small", "a", "b")
            .file("files/noise.txt", noise(1_200_000))
            .path());
  }

  @Test
  void createsNoObjectOfATooLargeRelease(TestPrimary one) {
    assertRefused(
        one,
        TestChart.named("rendered")
            .configMap("small", "a", "b")
            .template(
                "big.yaml",
                """
                {{- range until 20 }}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: "{{ $.Release.Name }}-big-{{ . }}"}
                data: {noise: "{{ randAlphaNum 60000 }}"}
                {{- end }}
                """)
            .path());
  }

  private static void assertRefused(TestPrimary one, Path chart) {
    var requests = RequestLog.of(one.namespace().identity());
    one.operate(Watching.chart("Widget", chart));
    one.apply("{}");

    one.awaitReason("Stalled", "ReleaseTooLarge", "does not fit into its Secret");
    assertEquals(
        List.of(),
        requests.requests().stream()
            .filter(request -> request.isWrite() && request.code() < 300)
            .filter(request -> !REPORTS.contains(request.resource()))
            .toList());
  }

  /** Returns text with a poor compression ratio. */
  private static String noise(int characters) {
    var random = new Random(1);
    var text = new StringBuilder(characters);
    while (text.length() < characters) {
      text.append((char) ('!' + random.nextInt(90)));
    }
    return text.toString();
  }
}
