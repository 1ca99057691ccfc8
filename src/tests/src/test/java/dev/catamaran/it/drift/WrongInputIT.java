package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is deployed is cared for while the input cannot be followed. */
class WrongInputIT {
  private static final TestChart TORN = chart();

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(Watching.chart("Widget", chart().path()).and("Gadget", TORN.path()));

  private static TestChart chart() {
    return TestChart.named("colors")
        .configMap("colors", "color", "{{ .Values.color }}")
        .values("color: blue")
        .file("values.schema.json", "{\"properties\": {\"color\": {\"type\": \"string\"}}}");
  }

  @Test
  void isRepairedWhileTheSpecViolatesTheSchema(TestPrimary one) {
    one.deploy("{color: red}");

    one.apply("{color: 7}").awaitStatus("Stalled", "True");
    one.delete(ConfigMap.class, "colors");

    one.awaitData("colors", "color", "red");
    one.awaitStatus("Ready", "False");
    one.apply("{color: green}");
    one.awaitData("colors", "color", "green");
  }

  @Test
  void isRepairedWhileItMayNotBeWanted(TestPrimary one) {
    one.deploy("{color: red}");

    one.annotate("catamaran.dev/service-account-name", "other");
    one.awaitReason("Stalled", "NotAllowed");
    one.put("colors", "color", "theirs");

    one.awaitData("colors", "color", "red");
  }

  @Test
  void isRepairedWhileItsValuesAreGone(TestPrimary one) {
    one.namespace().configMap(one.object("values"), Map.of("values.yaml", "color: red"));
    one.deploy("{}");
    one.annotate("catamaran.dev/values-from", "ConfigMap/" + one.object("values"));
    one.awaitData("colors", "color", "red");

    one.delete(ConfigMap.class, "values");
    one.awaitReason("Stalled", "ValuesUnavailable");
    one.delete(ConfigMap.class, "colors");

    one.awaitData("colors", "color", "red");
    one.delete();
    one.awaitGone();
    one.awaitGone(ConfigMap.class, "colors");
  }

  /** Such as a volume with the chart that is being written. */
  @Test
  void isCaredForWhileTheChartIsTorn(@OfKind("Gadget") TestPrimary one) {
    one.deploy("{}");
    var other = one.another().deploy("{}");

    TORN.file("Chart.yaml", "name: [");
    one.apply("{color: green}");
    one.delete(ConfigMap.class, "colors");

    eventually(() -> assertNotNull(one.get(ConfigMap.class, "colors")));
    other.delete();
    other.awaitGone();
    other.awaitGone(ConfigMap.class, "colors");
  }

  @Test
  void isRemovedWhileTheSpecViolatesTheSchema(TestPrimary one) {
    one.deploy("{color: red}");
    one.apply("{color: 7}").awaitStatus("Stalled", "True");

    one.delete();

    one.awaitGone();
    one.awaitGone(ConfigMap.class, "colors");
  }

  @Test
  void isLeftWhileItIsPaused(TestPrimary one) {
    one.deploy("{color: red}");
    one.apply("{color: 7}").awaitStatus("Stalled", "True");
    one.pause();

    one.put("colors", "color", "theirs");

    Rest.after(OPERATOR.operator(), one, () -> one.annotate("example.com/look", "again"));
    assertEquals("theirs", one.data("colors").get("color"));
    assertEquals(List.of("1 deployed"), one.revisions());
  }
}
