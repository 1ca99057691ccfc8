package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.release.FailureText;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CapabilityIT has the comparison on a cluster. */
class ComparisonFilterTest {
  private static final String RED = "kind: ConfigMap\nmetadata: {name: a}\ndata: {color: red}\n";
  private static final String BLUE = "kind: ConfigMap\nmetadata: {name: a}\ndata: {color: blue}\n";
  private static final String SERVICE = "kind: Service\nmetadata:\n  name: b\n";
  private static final String HOOK =
      "kind: Job\nmetadata:\n  name: c\n  annotations: {helm.sh/hook: pre-upgrade}\n";

  @Test
  void findsTheSameObjects() throws IOException {
    assertEquals(true, isSame(List.of(RED, SERVICE), List.of(), RED + "---\n" + SERVICE));
    assertEquals(true, isSame(List.of(SERVICE, RED), List.of(), RED + "---\n" + SERVICE));
    assertEquals(
        true, isSame(List.of("# Source: a\n" + RED), List.of(), "---\n# empty\n---\n" + RED));
    assertEquals(true, isSame(List.of(RED), List.of(HOOK), HOOK + "---\n" + RED));
  }

  @Test
  void findsOtherObjects() throws IOException {
    assertEquals(false, isSame(List.of(BLUE), List.of(), RED));
    assertEquals(false, isSame(List.of(RED, SERVICE), List.of(), RED));
    assertEquals(false, isSame(List.of(RED), List.of(), RED + "---\n" + SERVICE));
    assertEquals(false, isSame(List.of(RED), List.of(), RED + "---\n" + RED));
    assertEquals(false, isSame(List.of(RED), List.of(), RED + "---\n" + HOOK));
    assertEquals(false, isSame(List.of(RED), List.of(HOOK), RED));
  }

  /** An upgrade to nothing is no frequent case, and a mistake would be expensive. */
  @Test
  void findsNothingTheSameAsNothing() throws IOException {
    assertEquals(false, isSame(List.of(), List.of(), "# nothing\n"));
  }

  @Test
  void findsOtherObjectsIfTheChartCannotBeRendered() throws IOException {
    assertEquals(false, isSame(List.of(RED), List.of(), "{{ fail \"refused\" }}\n" + RED));
  }

  @Test
  void countsTheObjectsOfSubcharts() throws IOException {
    var chart =
        TestChart.named("parent")
            .template("a.yaml", RED)
            .file("charts/child/Chart.yaml", "apiVersion: v2\nname: child\nversion: 0.1.0\n")
            .file("charts/child/templates/deep/b.yaml", SERVICE)
            .file("charts/child/templates/!b.yaml", HOOK);

    assertEquals(true, isSame(List.of(RED, SERVICE), List.of(HOOK), chart));
    assertEquals(false, isSame(List.of(RED), List.of(HOOK), chart));
  }

  private static boolean isSame(List<String> manifest, List<String> hooks, String template)
      throws IOException {
    return isSame(manifest, hooks, TestChart.named("compared").template("all.yaml", template));
  }

  private static boolean isSame(List<String> manifest, List<String> hooks, TestChart chart)
      throws IOException {
    var payload = new JsonMapper().createObjectNode();
    payload.put("manifest", "---\n" + String.join("---\n", manifest));
    var stored = payload.putArray("hooks");
    hooks.forEach(hook -> stored.addObject().put("manifest", hook));
    ComparisonFilter.of(new StoredRelease(payload)).applyTo(chart.path());
    ComparisonFilter.endIn(chart.path());
    var command = new Helm(chart.path()).template().withName("one");
    var failure = assertThrows(RuntimeException.class, command::call);
    return ComparisonFilter.foundTheSame(
        FailureText.classify(String.valueOf(failure.getMessage())));
  }
}
