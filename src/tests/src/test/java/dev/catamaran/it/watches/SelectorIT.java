package dev.catamaran.it.watches;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Event;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class SelectorIT {

  @Test
  void reportsAnUnselectedPrimaryAndCleansUpAfterReselection(TestNamespace namespace) {
    namespace.apply("Widget", "one", "{}");
    label(namespace, "one", "ours");
    namespace.operate(
        Watching.chart(
            "Widget",
            TestChart.named("plain").configMap("it", "color", "blue").path(),
            "selector: {matchLabels: {team: ours}}"));
    namespace.awaitReady("Widget", "one");

    label(namespace, "one", "theirs");
    eventually(() -> assertEquals(1, notSelectedEvents(namespace).size()));
    namespace.delete("Widget", "one");
    namespace.apply("Widget", "later", "{}");
    label(namespace, "later", "ours");
    namespace.awaitReady("Widget", "later");
    // By now the operator would have noticed the deletion.
    assertNotNull(namespace.primary("Widget", "one"));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(Map.of("color", "blue"), namespace.data("one-it"));

    label(namespace, "one", "ours");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(Map.of(), namespace.data("one-it"));
    assertEquals(1, notSelectedEvents(namespace).size());
  }

  private static void label(TestNamespace namespace, String primary, String team) {
    namespace.patch("Widget", primary, "{metadata: {labels: {team: %s}}}".formatted(team));
  }

  private static List<Event> notSelectedEvents(TestNamespace namespace) {
    return namespace.client().v1().events().inNamespace(namespace.name()).list().getItems().stream()
        .filter(event -> event.getReason().equals("NotSelected"))
        .toList();
  }
}
