package dev.catamaran.rollout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.desired.PlannedInput;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RolloutPlanTest {
  private static final RolloutPlan PLAN =
      plan("chart-mark", Map.of("u1", input("spec", "values"), "u2", input("spec", "")));

  private static PlannedInput input(String own, String given) {
    return new PlannedInput(own, given);
  }

  private static RolloutPlan plan(String edition, Map<String, PlannedInput> inputs) {
    return new RolloutPlan(edition, new TreeMap<>(inputs));
  }

  @Test
  void isReadAsWritten() {
    var read = RolloutPlan.read(PLAN.toBytes()).orElseThrow();
    assertEquals(PLAN, read);
    assertEquals(Optional.empty(), RolloutPlan.read("{}".getBytes(UTF_8)));
    assertEquals(Optional.empty(), RolloutPlan.read("chart-mark\nu1 spec".getBytes(UTF_8)));
    assertEquals(PLAN.digest(), read.digest());
    assertTrue(PLAN.digest().matches("[0-9a-f]{20}"), PLAN.digest());
  }

  @Test
  void hasAnotherDigestForEachOtherChange() {
    assertNotEquals(PLAN.digest(), plan("other-mark", PLAN.inputs()).digest());
    var inputs = new TreeMap<>(PLAN.inputs());
    inputs.put("u1", input("spec", "others"));
    assertNotEquals(PLAN.digest(), plan("chart-mark", inputs).digest());
    inputs.remove("u1");
    assertNotEquals(PLAN.digest(), plan("chart-mark", inputs).digest());
  }

  @Test
  void bindsOnlyThoseThatTheirAuthorsLeftAlone() {
    assertFalse(PLAN.isOther("u1", input("spec", "values")));
    assertTrue(PLAN.isOther("u1", input("spec", "others")));
    assertTrue(PLAN.isOther("u1", input("spec", "")));
    assertTrue(PLAN.isOther("u2", input("spec", "values")), "its values were missing");
    assertFalse(PLAN.isOther("u1", input("edited", "others")));
    assertFalse(PLAN.isOther("u3", input("spec", "values")), "it is new");
  }
}
