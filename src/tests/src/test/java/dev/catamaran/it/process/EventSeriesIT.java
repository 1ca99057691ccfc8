package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import org.junit.jupiter.api.Test;

/** Events as people find them. */
class EventSeriesIT {

  @Test
  void countsRepairsOfAChartInOneEventAndMakesADeletedOneAgain(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", TestChart.named("plain").configMap("it", "color", "blue").path()));
    var one = namespace.widget("one").deploy("{}");
    for (int i = 1; i <= 2; i++) {
      one.delete(ConfigMap.class, "it");
      one.awaitData("it", "color", "blue");
    }
    eventually(() -> assertEquals(2, only(namespace, "DriftCorrected").getSeries().getCount()));
    eventually(() -> only(namespace, "InstallSuccessful"));

    var installed = only(namespace, "InstallSuccessful");
    assertEquals("Normal", installed.getType());
    assertFalse(installed.getAction().isEmpty());
    assertEquals("one", installed.getRegarding().getName());
    assertFalse(installed.getReportingController().isEmpty());
    assertFalse(installed.getReportingInstance().isEmpty());
    assertNull(installed.getSeries(), "a single event has no series");
    // The field selector of kubectl describe.
    var described =
        namespace
            .client()
            .v1()
            .events()
            .inNamespace(namespace.name())
            .withField("involvedObject.uid", one.primary().getMetadata().getUid())
            .list()
            .getItems();
    assertTrue(described.size() >= 2, described::toString);

    var corrected = only(namespace, "DriftCorrected");
    namespace.client().events().v1().events().resource(corrected).delete();
    one.delete(ConfigMap.class, "it");
    eventually(() -> assertEquals(3, only(namespace, "DriftCorrected").getSeries().getCount()));
  }

  private static Event only(TestNamespace namespace, String reason) {
    var all = namespace.client().events().v1().events().inNamespace(namespace.name()).list();
    var found = all.getItems().stream().filter(e -> e.getReason().equals(reason)).toList();
    assertEquals(1, found.size(), found::toString);
    return found.getFirst();
  }
}
