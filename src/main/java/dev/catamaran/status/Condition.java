package dev.catamaran.status;

import java.time.Instant;

/**
 * One condition, in the form of {@code metav1.Condition} (API conventions, typical status
 * properties).
 *
 * @param type what it is about
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason one word in CamelCase
 * @param message for people
 * @param lastTransitionTime when {@code status} last changed
 * @param observedGeneration generation of the primary that it speaks of
 */
public record Condition(
    String type,
    String status,
    String reason,
    String message,
    Instant lastTransitionTime,
    long observedGeneration) {

  /** {@code metav1.Condition} allows no more. */
  private static final int LONGEST_MESSAGE = 32_768;

  /** Cuts a message that the API would refuse. */
  public Condition {
    message = message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
  }

  Condition worded(String other) {
    return new Condition(type, status, reason, other, lastTransitionTime, observedGeneration);
  }

  /** Keeps the time of {@code before} if the status is the same. */
  Condition since(Condition before) {
    return status.equals(before.status)
        ? new Condition(
            type, status, reason, message, before.lastTransitionTime, observedGeneration)
        : this;
  }
}
