package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dependencies between primaries: the annotation {@code catamaran.dev/depends-on}. */
class DependencyIT {
  private static final String DEPENDS_ON = "catamaran.dev/depends-on";

  @Test
  void deploysNothingBeforeTheDependencyIsReady(TestNamespace namespace) {
    operate(namespace);
    namespace.deploy("Widget", "shop", "{}");
    namespace.annotate("Widget", "shop", DEPENDS_ON, "Gadget.test.catamaran.dev/db");
    namespace.patch("Widget", "shop", "{spec: {color: red}}");
    eventually(
        () ->
            assertEquals(
                "Gadget " + namespace.name() + "/db is not there",
                namespace.condition("Widget", "shop", "Ready").get("message")));
    throughout(
        Duration.ofSeconds(2),
        () -> assertEquals(List.of("1 deployed"), namespace.revisions("shop")));

    namespace.apply("Gadget", "db", "{}");

    namespace.awaitReady("Widget", "shop");
    assertEquals("2 deployed", namespace.revisions("shop").getLast());
  }

  @Test
  void reportsADependencyCycle(TestNamespace namespace) {
    operate(namespace);
    for (var kind : List.of("Widget", "Gadget")) {
      namespace.apply(kind, "a-" + kind.toLowerCase(java.util.Locale.ROOT), "{}");
      namespace.awaitReady(kind, "a-" + kind.toLowerCase(java.util.Locale.ROOT));
    }

    namespace.annotate("Widget", "a-widget", DEPENDS_ON, "Gadget.test.catamaran.dev/a-gadget");
    // The operator has seen the annotation when it has seen a later change.
    namespace.deploy("Widget", "a-widget", "{color: red}");
    namespace.annotate("Gadget", "a-gadget", DEPENDS_ON, "Widget.test.catamaran.dev/a-widget");

    namespace.awaitReason("Gadget", "a-gadget", "Stalled", "DependencyCycle", "a-widget");
  }

  private static void operate(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", TestChart.breakable()).and("Gadget", TestChart.breakable()));
  }
}
