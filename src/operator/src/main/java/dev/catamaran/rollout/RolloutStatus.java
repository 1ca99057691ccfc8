package dev.catamaran.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Writes and reads the status of a ChartRollout. */
final class RolloutStatus {
  private static final String DONE = "done";
  private static final String CHANGING = "changing";
  private static final String FAILED = "failed";

  private RolloutStatus() {}

  /** Returns the status that says how far a rollout is. */
  static ObjectNode write(RolloutState state) {
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
                    .put("why", one.why()));
    return json;
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
