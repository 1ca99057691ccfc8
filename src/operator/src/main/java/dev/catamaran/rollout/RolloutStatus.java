package dev.catamaran.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.Conditions;
import dev.catamaran.rollout.RolloutState.Phase;
import dev.catamaran.status.ConditionsJson;
import dev.catamaran.status.Reasons;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Writes and reads the status of a ChartRollout. */
final class RolloutStatus {
  private static final String DONE = "done";
  private static final String CHANGING = "changing";
  private static final String FAILED = "failed";
  static final String CLOSED = "closed";
  private static final String REASON = "reason";

  private RolloutStatus() {}

  /**
   * Returns the status that says how far a rollout is.
   *
   * @param isClosed whether nothing follows, whatever the phase
   * @param conditions those of the status before
   * @param now transition time of those that change
   */
  static ObjectNode write(RolloutState state, boolean isClosed, JsonNode conditions, Instant now) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("phase", state.phase().word())
        .put("message", state.message())
        .put("startedAt", state.startedAt().toString())
        .put("wave", state.wave())
        .put("progress", "%d of %d".formatted(state.done(), state.members()))
        .put("members", state.members())
        .put(DONE, state.done())
        .put("plan", state.plan().digest())
        .put("approvedPlan", state.plan().approved())
        .put("otherThanPlanned", state.plan().others());
    var others = json.putArray("differences");
    state
        .plan()
        .shown()
        .forEach(one -> others.addObject().put("name", one.name()).put("what", one.difference()));
    var bounds = json.putArray("waves");
    state.waves().forEach(bound -> bounds.addObject().put("until", bound.until()));
    var busy = json.putArray(CHANGING);
    state
        .changing()
        .forEach(
            one ->
                busy.addObject()
                    .put("name", one.name())
                    .put("since", one.since().toString())
                    .put("wasReady", one.wasReady()));
    var lost = json.putArray(FAILED);
    state
        .failed()
        .forEach(
            one ->
                lost.addObject()
                    .put("name", one.name())
                    .put("wave", one.wave())
                    .put("counts", one.counts())
                    .put(REASON, one.reason())
                    .put("why", one.why()));
    json.put(CLOSED, isClosed);
    json.set("conditions", conditions(state, isClosed, ConditionsJson.read(conditions, now, 0)));
    return json;
  }

  /** They are of the phase, and not of a generation: what people ask for may change nothing. */
  private static ArrayNode conditions(RolloutState state, boolean isClosed, Conditions before) {
    var phase = state.phase();
    var reason = phase.word();
    var written =
        ConditionsJson.write(
            before
                .with(Reasons.READY, phase == Phase.COMPLETED, reason, state.message())
                .with(
                    "Ended",
                    isClosed || state.isOver() || state.hasReturned(),
                    reason,
                    state.message())
                .with(
                    Reasons.STALLED,
                    phase == Phase.HALTED || phase == Phase.FAILED,
                    reason,
                    state.message()));
    written.forEach(condition -> ((ObjectNode) condition).remove("observedGeneration"));
    return written;
  }

  /**
   * Reads a status, also one that a person edited: what is missing or wrong counts as unknown.
   *
   * @param otherwise the time for one that cannot be read
   */
  static RolloutState read(String from, String to, JsonNode json, Instant otherwise) {
    return new RolloutState(
        from,
        to,
        time(json.path("startedAt"), otherwise),
        Stream.of(RolloutState.Phase.values())
            .filter(phase -> phase.word().equals(json.path("phase").asText()))
            .findFirst()
            .orElse(RolloutState.Phase.PROGRESSING),
        json.path("message").asText(""),
        Math.max(1, json.path("wave").asInt(1)),
        items(json.path("waves"))
            .map(one -> new RolloutState.Bound(one.path("until").asText("")))
            .toList(),
        items(json.path(CHANGING))
            .map(
                one ->
                    new RolloutState.Changing(
                        one.path("name").asText(""),
                        time(one.path("since"), otherwise),
                        one.path("wasReady").asBoolean(false)))
            .toList(),
        items(json.path(FAILED))
            .map(
                one ->
                    new RolloutState.Failure(
                        one.path("name").asText(""),
                        one.path("wave").asInt(1),
                        one.path("counts").asBoolean(true),
                        one.path(REASON).asText(""),
                        one.path("why").asText("")))
            .toList(),
        json.path("members").asInt(0),
        json.path(DONE).asInt(0),
        new RolloutState.Binding(
            json.path("plan").asText(""),
            json.path("approvedPlan").asText(""),
            json.path("otherThanPlanned").asInt(0),
            items(json.path("differences"))
                .map(
                    one ->
                        new RolloutState.Other(
                            one.path("name").asText(""), one.path("what").asText("")))
                .toList()));
  }

  private static Stream<JsonNode> items(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static Instant time(JsonNode text, Instant otherwise) {
    try {
      return Instant.parse(text.asText(""));
    } catch (DateTimeParseException e) {
      return otherwise;
    }
  }
}
