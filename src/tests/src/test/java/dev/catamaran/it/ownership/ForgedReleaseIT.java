package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A user with write access to the Secrets of one namespace stores a forged release there. Its
 * manifest contains objects of another namespace.
 */
class ForgedReleaseIT {
  private static TestNamespace other;

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.started(
          namespace -> {
            other = TestNamespace.create();
            namespace.atClose(other::close);
            return namespace.operate(Watching.chart("Widget", colors().path()), other.name());
          });

  private static TestChart colors() {
    return TestChart.named("colors").configMap("colors", "color", "{{ .Values.color }}");
  }

  @BeforeEach
  void deploy(TestPrimary one) {
    one.deploy("{color: red}");
  }

  @Test
  void isNotUsedForARepair(TestPrimary one) {
    forge(one);

    one.delete(ConfigMap.class, "colors");

    one.awaitData("colors", "color", "red");
    one.awaitReady();
    assertNull(other.get(ConfigMap.class, one.name()), "created by the repair");
    awaitReported(one);
  }

  @Test
  void causesNoDeletionOfItsObjects(TestPrimary one) {
    other.configMap(one.name(), Map.of());
    forge(one);

    one.deploy("{color: green}");
    assertEquals(Map.of("color", "green"), one.data("colors"));
    assertNotNull(other.get(ConfigMap.class, one.name()), "deleted by the upgrade");

    forge(one);
    assertDeletionKeepsOther(one);
  }

  @Test
  void isNotAcceptedAsTheNewestRevision(TestPrimary one) {
    other.configMap(one.name(), Map.of());
    // The operator does not watch superseded revisions. Helm uses the highest number.
    plant(one, 1, 99, "superseded");

    one.deploy("{color: green}");
    assertEquals(Map.of("color", "green"), one.data("colors"));
    assertEquals(List.of("1 superseded", "2 deployed"), one.revisions());
    assertNotNull(other.get(ConfigMap.class, one.name()), "deleted by the upgrade");

    plant(one, 1, 99, "superseded");
    assertDeletionKeepsOther(one);
  }

  @Test
  void isNotUsedForARollback(TestPrimary one) {
    one.deploy("{color: green}");
    forge(one);

    one.annotate("catamaran.dev/rollback-to", "1");

    one.awaitReason("Stalled", "NoSuchRevision");
    assertEquals(Map.of("color", "green"), one.data("colors"));
    assertNull(other.get(ConfigMap.class, one.name()), "created by the rollback");
    one.annotate("catamaran.dev/rollback-to", null);
    one.awaitReady();
  }

  @Test
  void isNotAcceptedWithoutAStatus(TestPrimary one) {
    other.configMap(one.name(), Map.of());
    OPERATOR.operator().stop();
    forge(one);
    // Simulates the state before the first report of the operator.
    one.mergeStatus("{\"status\":null}");

    OPERATOR.operator().start();

    one.awaitReason("Stalled", "RevisionNotReported");
    one.apply("{color: green}");
    eventually(() -> assertEquals("2", one.value("status.observedGeneration")));
    assertEquals(List.of("1 deployed"), one.revisions());
    assertEquals(Map.of("color", "red"), one.data("colors"));
    assertNotNull(other.get(ConfigMap.class, one.name()));
    assertDeletionKeepsOther(one);
  }

  @Test
  void isDistinguishedByTheHistoryInTheStatus(TestPrimary one) {
    assertEquals("1", one.value("status.history.0.revision"));
    assertEquals("", one.value("status.history.1"));
    assertEquals("", one.value("status.attempting"));

    OPERATOR.operator().stop();
    OPERATOR.operator().start();
    one.annotate("catamaran.dev/reset-at", "now");
    eventually(() -> assertEquals("now", one.value("status.lastHandledResetAt")));
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  /** Its author copies the revision that Helm is making, with the input and the signature. */
  @Test
  void isNotTakenForTheRevisionThatHelmMakes(TestNamespace namespace) {
    var gate = namespace.gate();
    var chart = colors().template("gate.yaml", gate.job("pre-upgrade"));
    namespace.operate(Watching.chart("Widget", chart.path()), other.name());
    var one = namespace.widget("one").deploy("{color: red}");
    one.apply("{color: green}");
    eventually(() -> one.existing(Job.class, "gate"));
    plant(one, 2, 3, "deployed");

    gate.open();

    one.awaitData("colors", "color", "green");
    awaitReported(one);
    one.awaitReady();
    assertNull(other.get(ConfigMap.class, one.name()));
  }

  private static void assertDeletionKeepsOther(TestPrimary one) {
    one.delete();
    one.awaitGone();
    assertNull(one.get(ConfigMap.class, "colors"));
    assertNotNull(other.get(ConfigMap.class, one.name()), "deleted with the primary");
  }

  private static void awaitReported(TestPrimary one) {
    eventually(() -> assertFalse(one.events("RevisionNotTrusted").isEmpty()));
  }

  private static void forge(TestPrimary one) {
    StoredRelease.forge(one.namespace(), one.name(), 1, manifest(one));
  }

  private static void plant(TestPrimary one, int from, int number, String status) {
    StoredRelease.plant(one.namespace(), one.name(), from, number, status, manifest(one));
  }

  private static String manifest(TestPrimary one) {
    return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s, namespace: %s}\n"
        .formatted(one.name(), other.name());
  }
}
