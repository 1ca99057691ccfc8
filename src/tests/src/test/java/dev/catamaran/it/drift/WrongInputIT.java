package dev.catamaran.it.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is deployed is cared for while the input cannot be followed. */
class WrongInputIT {
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart(
              "Widget",
              TestChart.named("colors")
                  .configMap("colors", "color", "{{ .Values.color }}")
                  .values("color: blue")
                  .file(
                      "values.schema.json", "{\"properties\": {\"color\": {\"type\": \"string\"}}}")
                  .path()));

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
