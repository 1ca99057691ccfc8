package dev.catamaran.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A changed spec becomes the next revision. {@link TestChart} writes a chart: here with one
 * ConfigMap, whose content shows the values.
 */
@RealNode
class ChangedSpecIT {

  @Test
  void createsARevisionForAChangedSpec(TestNamespace namespace) {
    var chart =
        TestChart.named("colors")
            .values("color: blue")
            .configMap("colors", "color", "\"{{ .Values.color }}\"");
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.deploy("Widget", "one", "{color: green}");
    assertEquals(Map.of("color", "green"), namespace.data("one-colors"));

    namespace.deploy("Widget", "one", "{color: red}");

    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
    // Helm stores each revision in a Secret.
    assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
    var deployed = namespace.condition("Widget", "one", "Deployed");
    assertEquals("True", deployed.get("status"));
    assertEquals("UpgradeSuccessful", deployed.get("reason"));
    var primary = namespace.primary("Widget", "one");
    assertEquals(Integer.valueOf(2), primary.get("status", "deployedRelease", "revision"));
  }
}
