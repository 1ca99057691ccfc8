package dev.catamaran.it.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class AdoptReleaseIT {
  private static final String ALLOWED = "allowAdoption: true";

  @Test
  void neverAdoptsAReleaseOfAnotherPrimary(TestNamespace namespace) {
    var chart = colors();
    namespace.operate(Watching.chart("Widget", chart).and("Gadget", chart, ALLOWED));
    namespace.deploy("Widget", "one", "{color: red}");
    namespace.apply("Gadget", "one", "{color: green}");
    requestAdoption(namespace, "Gadget");

    assertTaken(namespace, "Gadget", "belongs to Widget " + namespace.name() + "/one");
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
  }

  private static void requestAdoption(TestNamespace namespace, String kind) {
    namespace.annotate(kind, "one", "catamaran.dev/adopt-release", "true");
  }

  private static void assertTaken(TestNamespace namespace, String kind, String message) {
    namespace.awaitReason(kind, "one", "Stalled", "ReleaseTaken", message);
  }

  private static Path colors() {
    return TestChart.named("colors")
        .configMap("colors", "color", "{{ .Values.color }}")
        .values("color: blue")
        .path();
  }
}
