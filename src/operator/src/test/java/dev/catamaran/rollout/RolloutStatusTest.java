package dev.catamaran.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.rollout.RolloutState.Binding;
import dev.catamaran.rollout.RolloutState.Bound;
import dev.catamaran.rollout.RolloutState.Changing;
import dev.catamaran.rollout.RolloutState.Failure;
import dev.catamaran.rollout.RolloutState.Other;
import dev.catamaran.rollout.RolloutState.Phase;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutStatusTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final RolloutState STATE =
      new RolloutState(
          "old",
          "new",
          NOW,
          Phase.WAITING,
          "for a window",
          2,
          List.of(new Bound("a/1"), new Bound("")),
          List.of(new Changing("a/2", NOW.plusSeconds(1), true)),
          List.of(new Failure("a/3", 1, false, "UpgradeError", "no")),
          9,
          1,
          new Binding("d1", "d2", 1, List.of(new Other("a/4", "size: 1 → 2"))));

  /** Those that it was changing belong to the next one. */
  @Test
  void changesNobodyOnceAnotherRolloutFollows() {
    var closed = STATE.closed("the chart changed again");
    assertEquals(Phase.SUPERSEDED, closed.phase());
    assertEquals(List.of(), closed.changing());
    assertEquals(STATE.failed(), closed.failed());
  }

  /** The command reads it, and the definition of ChartRollout has these fields. */
  @Test
  void hasTheFieldsOfTheDefinition() throws IOException {
    var conditions = JsonNodeFactory.instance.arrayNode();
    var json = RolloutStatus.write(STATE, /* isClosed= */ false, conditions, NOW);
    assertEquals(
        tree(
            """
            phase: Waiting
            message: for a window
            startedAt: "2026-03-01T12:00:00Z"
            wave: 2
            progress: 1 of 9
            members: 9
            done: 1
            plan: d1
            approvedPlan: d2
            otherThanPlanned: 1
            differences: [{name: a/4, what: "size: 1 → 2"}]
            waves: [{until: a/1}, {until: ""}]
            changing: [{name: a/2, since: "2026-03-01T12:00:01Z", wasReady: true}]
            failed: [{name: a/3, wave: 1, counts: false, reason: UpgradeError, why: "no"}]
            closed: false
            conditions:
            - {type: Ready, status: "False", reason: Waiting, message: for a window, lastTransitionTime: "2026-03-01T12:00:00Z"}
            - {type: Ended, status: "False", reason: Waiting, message: for a window, lastTransitionTime: "2026-03-01T12:00:00Z"}
            - {type: Stalled, status: "False", reason: Waiting, message: see the condition Ready, lastTransitionTime: "2026-03-01T12:00:00Z"}
            """),
        tree(json.toString()));
    assertEquals(STATE, RolloutStatus.read("old", "new", json, Instant.EPOCH));
  }

  @Test
  void readsWhatAPersonLeftOfIt() throws IOException {
    var unknown =
        new RolloutState(
            "old",
            "new",
            NOW,
            Phase.PROGRESSING,
            "",
            1,
            List.of(),
            List.of(),
            List.of(),
            0,
            0,
            Binding.NONE);
    for (var edited : List.of("phase: Dancing", "phase: Waiting\nwave: many", "{}")) {
      assertEquals(unknown, RolloutStatus.read("old", "new", tree(edited), NOW), edited);
    }
  }

  private static JsonNode tree(String yaml) throws IOException {
    return new YAMLMapper().readTree(yaml);
  }
}
