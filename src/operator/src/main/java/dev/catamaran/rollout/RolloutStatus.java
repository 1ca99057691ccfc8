package dev.catamaran.rollout;

import static dev.catamaran.status.ConditionsJson.JSON;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.Conditions;
import dev.catamaran.rollout.RolloutState.Phase;
import dev.catamaran.status.ConditionsJson;
import dev.catamaran.status.Reasons;
import java.time.Instant;
import java.util.List;

/** Writes and reads the status of a ChartRollout: a {@link RolloutState}, and what people see. */
final class RolloutStatus {
  static final String CLOSED = "closed";

  private static final String PLAN = "plan";

  private RolloutStatus() {}

  /**
   * Returns the status that says how far a rollout is.
   *
   * @param isClosed whether nothing follows, whatever the phase
   * @param conditions those of the status before
   * @param now transition time of those that change
   */
  static ObjectNode write(RolloutState state, boolean isClosed, JsonNode conditions, Instant now) {
    ObjectNode json = JSON.valueToTree(state);
    json.setAll((ObjectNode) json.remove(PLAN));
    json.put("progress", "%d of %d".formatted(state.done(), state.members()))
        .put(CLOSED, isClosed)
        .set("conditions", conditions(state, isClosed, ConditionsJson.read(conditions, now, 0)));
    // The spec of the object has them.
    return json.remove(List.of("from", "to"));
  }

  /** They are of the phase, and not of a generation: what people ask for may change nothing. */
  private static ArrayNode conditions(RolloutState state, boolean isClosed, Conditions before) {
    var phase = state.phase();
    var reason = phase.word();
    boolean isEnded = isClosed || state.isOver() || state.hasReturned();
    boolean isStalled = phase == Phase.HALTED || phase == Phase.FAILED;
    var written =
        ConditionsJson.write(
            before
                .with(Reasons.READY, phase == Phase.COMPLETED, reason, state.message())
                .with("Ended", isEnded, reason, state.message())
                .with(Reasons.STALLED, isStalled, reason, state.message()));
    written.forEach(condition -> ((ObjectNode) condition).remove("observedGeneration"));
    return written;
  }

  /**
   * Reads a status; what is missing counts as unknown, and all of it if a field is of another type.
   *
   * @param otherwise the time for one without a beginning
   */
  static RolloutState read(String from, String to, JsonNode status, Instant otherwise) {
    var unknown =
        JSON.createObjectNode()
            .put("from", from)
            .put("to", to)
            .put("startedAt", otherwise.toString())
            .put("phase", Phase.PROGRESSING.word())
            .put("wave", 1);
    unknown.putObject(PLAN);
    var known = unknown.deepCopy();
    status.properties().forEach(field -> known.set(field.getKey(), field.getValue()));
    known.set(PLAN, status);
    try {
      return JSON.treeToValue(known, RolloutState.class);
    } catch (JsonProcessingException e) {
      return JSON.convertValue(unknown, RolloutState.class);
    }
  }
}
