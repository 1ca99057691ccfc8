package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a primary, one of each type, in the form of {@code metav1.Condition} (API
 * conventions, typical status properties). Immutable. A condition keeps its place. It keeps its
 * transition time while its status is as shown, whatever it was in between, so equal observations
 * give equal conditions.
 *
 * <pre>{@code
 * var conditions =
 *     Conditions.of(status.conditions(), app, clock)
 *         .withFalse("Ready", "Progressing", "1 of 2 pods are ready")
 *         .list();
 * }</pre>
 */
public final class Conditions {
  /** Limit of {@code metav1.Condition}. */
  private static final int LONGEST_MESSAGE = 32_768;

  private final Map<String, Condition> shown;
  private final Map<String, Condition> byType;
  private final Instant now;
  private final long generation;

  private Conditions(
      Map<String, Condition> shown, Map<String, Condition> byType, Instant now, long generation) {
    this.shown = shown;
    this.byType = Collections.unmodifiableMap(byType);
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
    this.generation = generation;
  }

  /**
   * Returns the present conditions of a primary, for changes at its present generation.
   *
   * @param shown the conditions of its status; null for none
   * @param clock gives the transition time of later changes
   */
  public static Conditions of(
      @Nullable Collection<Condition> shown, HasMetadata primary, Clock clock) {
    var generation = Optional.ofNullable(primary.getMetadata().getGeneration()).orElse(0L);
    return of(shown, clock.instant(), generation);
  }

  /**
   * Returns the present conditions, for changes at a generation.
   *
   * @param shown the conditions of the status; null for none
   * @param now transition time of later changes
   * @param generation observed generation of later changes
   */
  public static Conditions of(@Nullable Collection<Condition> shown, Instant now, long generation) {
    var byType = new LinkedHashMap<String, Condition>();
    if (shown != null) {
      shown.forEach(condition -> byType.put(condition.getType(), condition));
    }
    return new Conditions(Map.copyOf(byType), byType, now, generation);
  }

  /** Returns the condition of a type. */
  public Optional<Condition> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }

  /** Returns whether the condition of that type exists and has the status {@code True}. */
  public boolean isTrue(String type) {
    return find(type).map(Condition::getStatus).filter("True"::equals).isPresent();
  }

  /**
   * Returns these conditions with {@code type} true.
   *
   * @param reason one word in CamelCase
   * @param message for people; cut to the limit of the API server
   */
  public Conditions withTrue(String type, String reason, String message) {
    return with(type, "True", reason, message);
  }

  /** Returns these conditions with {@code type} false. */
  public Conditions withFalse(String type, String reason, String message) {
    return with(type, "False", reason, message);
  }

  /** Returns these conditions with {@code type} true or false. */
  public Conditions with(String type, boolean isTrue, String reason, String message) {
    return with(type, isTrue ? "True" : "False", reason, message);
  }

  /** Returns these conditions with {@code type} unknown. */
  public Conditions withUnknown(String type, String reason, String message) {
    return with(type, "Unknown", reason, message);
  }

  /** Returns these conditions without {@code type}. */
  public Conditions without(String type) {
    var copy = new LinkedHashMap<>(byType);
    copy.remove(type);
    return new Conditions(shown, copy, now, generation);
  }

  /** Returns these conditions with reworded messages. */
  public Conditions worded(UnaryOperator<String> words) {
    var copy = new LinkedHashMap<>(byType);
    copy.replaceAll(
        (type, old) ->
            new ConditionBuilder(old).withMessage(cut(words.apply(old.getMessage()))).build());
    return new Conditions(shown, copy, now, generation);
  }

  /** Returns the conditions as a status contains them. */
  public List<Condition> list() {
    return List.copyOf(byType.values());
  }

  private Conditions with(String type, String status, String reason, String message) {
    var since =
        Stream.of(shown, byType)
            .flatMap(known -> Optional.ofNullable(known.get(type)).stream())
            .filter(old -> status.equals(old.getStatus()))
            .map(Condition::getLastTransitionTime)
            .findFirst()
            .orElseGet(now::toString);
    var copy = new LinkedHashMap<>(byType);
    copy.put(
        type,
        new ConditionBuilder()
            .withType(type)
            .withStatus(status)
            .withReason(reason)
            .withMessage(cut(message))
            .withObservedGeneration(generation)
            .withLastTransitionTime(since)
            .build());
    return new Conditions(shown, copy, now, generation);
  }

  private static String cut(String message) {
    return message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
  }
}
