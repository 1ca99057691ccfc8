package dev.catamaran.status;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.catamaran.kit.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads and writes the conditions of a status without a Java class. */
public final class ConditionsJson {
  private static final JsonSetter.Value EMPTY_IF_MISSING =
      JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

  /**
   * Writes and reads the records of which a status is made. A field that is missing is empty or
   * zero, and other fields do not matter: a schema may have dropped one, a Go operator has others.
   */
  public static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .withConfigOverride(String.class, texts -> texts.setSetterInfo(EMPTY_IF_MISSING))
          .withConfigOverride(List.class, lists -> lists.setSetterInfo(EMPTY_IF_MISSING))
          .build();

  private ConditionsJson() {}

  /**
   * Reads the conditions of a status. Skips entries without a type, and completes missing fields.
   *
   * @param now transition time of later changes, and of conditions without a transition time
   * @param generation generation for later changes
   */
  public static Conditions read(JsonNode conditions, Instant now, long generation) {
    var ready = "";
    for (var node : conditions) {
      ready = node.path("type").asText().equals(Reasons.READY) ? text(node, "message") : ready;
    }
    var read = new ArrayList<Condition>();
    for (var node : conditions) {
      if (node.hasNonNull("type")) {
        read.add(condition(node, ready, now));
      }
    }
    return Conditions.of(read, now, generation);
  }

  private static String text(JsonNode condition, String field) {
    return condition.path(field).asText("");
  }

  private static Condition condition(JsonNode node, String ready, Instant now) {
    return new ConditionBuilder()
        .withType(text(node, "type"))
        .withStatus(text(node, "status"))
        .withReason(text(node, "reason"))
        .withMessage(Sentences.read(text(node, "type"), text(node, "message"), ready))
        .withLastTransitionTime(time(text(node, "lastTransitionTime")).orElse(now).toString())
        .withObservedGeneration(node.path("observedGeneration").asLong(0))
        .build();
  }

  /** Returns the conditions as JSON. */
  public static ArrayNode write(Conditions conditions) {
    var array = JsonNodeFactory.instance.arrayNode();
    for (var condition : conditions.list()) {
      array
          .addObject()
          .put("type", condition.getType())
          .put("status", condition.getStatus())
          .put("reason", condition.getReason())
          .put("message", Sentences.stored(condition, conditions))
          .put("lastTransitionTime", condition.getLastTransitionTime())
          .put("observedGeneration", condition.getObservedGeneration());
    }
    return array;
  }

  /** Reads a record; empty if a field is of another type. */
  static <T> Optional<T> as(JsonNode node, Class<T> type) {
    try {
      return Optional.of(JSON.treeToValue(node, type));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  static Optional<Instant> time(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
