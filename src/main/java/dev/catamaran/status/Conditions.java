package dev.catamaran.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The conditions of a primary, one of each type. Immutable; a condition keeps its transition time
 * while its status stays.
 */
public final class Conditions {
  private final Map<String, Condition> byType;
  private final Instant now;
  private final long generation;

  private Conditions(Map<String, Condition> byType, Instant now, long generation) {
    this.byType = Collections.unmodifiableMap(byType);
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
    this.generation = generation;
  }

  /**
   * Reads the conditions of a status; what is not a condition is left out.
   *
   * @param now transition time of what is changed from here on
   * @param generation what it is changed for
   */
  public static Conditions read(JsonNode conditions, Instant now, long generation) {
    var byType = new LinkedHashMap<String, Condition>();
    for (var node : conditions) {
      if (!node.hasNonNull("type")) {
        continue;
      }
      var condition =
          new Condition(
              node.path("type").asText(),
              node.path("status").asText(),
              node.path("reason").asText(),
              node.path("message").asText(),
              time(node.path("lastTransitionTime").asText("")).orElse(now),
              node.path("observedGeneration").asLong(0));
      byType.put(condition.type(), condition);
    }
    return new Conditions(byType, now, generation);
  }

  /** The condition of a type. */
  public Optional<Condition> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }

  /** With {@code type} being true. */
  public Conditions isTrue(String type, String reason, String message) {
    return with(type, "True", reason, message);
  }

  /** With {@code type} being false. */
  public Conditions isFalse(String type, String reason, String message) {
    return with(type, "False", reason, message);
  }

  /** Without {@code type}. */
  public Conditions without(String type) {
    var copy = new LinkedHashMap<>(byType);
    copy.remove(type);
    return new Conditions(copy, now, generation);
  }

  /** With other words in all messages. */
  public Conditions worded(UnaryOperator<String> words) {
    var copy = new LinkedHashMap<>(byType);
    copy.replaceAll((type, condition) -> condition.worded(words.apply(condition.message())));
    return new Conditions(copy, now, generation);
  }

  /** As they are written. */
  public ArrayNode toJson() {
    var array = JsonNodeFactory.instance.arrayNode();
    for (var condition : byType.values()) {
      array
          .addObject()
          .put("type", condition.type())
          .put("status", condition.status())
          .put("reason", condition.reason())
          .put("message", condition.message())
          .put("lastTransitionTime", condition.lastTransitionTime().toString())
          .put("observedGeneration", condition.observedGeneration());
    }
    return array;
  }

  private Conditions with(String type, String status, String reason, String message) {
    var fresh = new Condition(type, status, reason, message, now, generation);
    var copy = new LinkedHashMap<>(byType);
    copy.merge(type, fresh, (before, after) -> after.since(before));
    return new Conditions(copy, now, generation);
  }

  static Optional<Instant> time(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (java.time.format.DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
