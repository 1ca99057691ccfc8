package dev.catamaran.primary;

/** Why a release keeps what it has while a rollout of its kind is open, or cannot begin. */
public sealed interface Pending {
  /** The primary holds its edition. */
  record Held() implements Pending {}

  /** The wave of the primary has not begun. */
  record Wave() implements Pending {}

  /** The rollout has gone back, and its edition is not tried again. */
  record Returned() implements Pending {}

  /**
   * Nobody knows yet which edition it has.
   *
   * @param problem what is missing, and how to make it
   */
  record Unprepared(String problem) implements Pending {}

  /**
   * The approved plan is of other values.
   *
   * @param difference for people, without secrets
   */
  record OtherThanPlanned(String difference) implements Pending {}
}
