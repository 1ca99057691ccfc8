package dev.catamaran.primary;

import dev.catamaran.status.Reasons;

/**
 * Why a release keeps what it has while a rollout of its kind is open, or cannot begin.
 *
 * @param message for people, without secrets
 * @param isEvent whether an Event tells it: a wave is none for the primary, and thousands may wait
 */
public record Pending(String reason, String message, boolean isEvent) {
  /** The wave of the primary has not begun. */
  public static final Pending WAVE =
      new Pending(
          Reasons.WAVE_NOT_REACHED,
          "a new chart, or new overrideValues, reach this custom resource with its wave, which catamaran"
              + " rollout status shows; until then its release keeps the earlier ones",
          false);

  /** The rollout has gone back, and its edition is not tried again. */
  public static final Pending RETURNED =
      new Pending(
          Reasons.ROLLOUT_RETURNED,
          "the rollout of a new chart, or of new overrideValues, has gone back; its release keeps"
              + " the earlier ones until they change again",
          false);

  /** The primary holds its edition. */
  public static final Pending HELD =
      new Pending(
          Reasons.HELD_BY_ANNOTATION,
          "the label %s holds it: its release keeps the chart and the overrideValues that it has, and its kind has others now. Remove it, or an administrator can deny it for this kind by denyAnnotations"
              .formatted(PrimaryAnnotations.ROLLOUT),
          true);

  /**
   * Rollouts of its kind cannot begin.
   *
   * @param problem what is missing, and how to make it
   */
  public static Pending unprepared(String problem) {
    return new Pending(
        Reasons.ROLLOUTS_UNAVAILABLE,
        "rollouts of its kind cannot begin, and its release keeps the chart and the overrideValues"
            + " that it has: "
            + problem,
        true);
  }

  /** Whether the approved plan has another change for the primary, and holds its release. */
  public boolean isOfPlan() {
    return reason.equals(Reasons.OTHER_THAN_PLANNED);
  }

  /** The approved plan is of other values. */
  public static Pending otherThanPlanned(String difference) {
    return new Pending(
        Reasons.OTHER_THAN_PLANNED,
        "its change is another than in the approved plan: %s. Its release stays as it is until that is undone, or until a new plan is approved"
            .formatted(difference),
        true);
  }
}
