package dev.catamaran.report;

import static dev.catamaran.status.Reasons.ANNOTATIONS_DENIED;
import static dev.catamaran.status.Reasons.ANNOTATIONS_IGNORED;
import static dev.catamaran.status.Reasons.HELD_BY_ANNOTATION;
import static dev.catamaran.status.Reasons.OTHER_THAN_PLANNED;
import static dev.catamaran.status.Reasons.ROLLOUTS_UNAVAILABLE;
import static dev.catamaran.status.Reasons.ROLLOUT_PENDING;
import static dev.catamaran.status.Reasons.ROLLOUT_RETURNED;
import static dev.catamaran.status.Reasons.SPEC_NOT_FOLLOWED;
import static dev.catamaran.status.Reasons.WAVE_NOT_REACHED;

import dev.catamaran.primary.Pending;
import dev.catamaran.primary.PrimaryAnnotations;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a status tells whatever the outcome of a pass was: annotations without effect, why a rollout
 * lets the release wait, and who holds it. Pure.
 */
public final class Demands {
  private static final String DENIABLE =
      "Remove it, or an administrator can deny it for this kind by denyAnnotations";

  private Demands() {}

  /**
   * Returns a consequence that tells it too.
   *
   * @param pending why a rollout lets the release wait
   * @param hold who keeps the release from its spec
   */
  public static Consequence tell(
      Consequence follows,
      PrimaryAnnotations annotations,
      Optional<Pending> pending,
      Optional<Hold> hold) {
    return held(rollout(ignored(follows, annotations.ignored()), pending), hold);
  }

  private static Consequence rollout(Consequence follows, Optional<Pending> pending) {
    return pending
        .map(
            reason ->
                switch (reason) {
                  // No Event tells it: it is no event for the primary, and there may be thousands.
                  case Pending.Wave() ->
                      having(
                          follows,
                          ROLLOUT_PENDING,
                          WAVE_NOT_REACHED,
                          "a new chart, or new overrideValues, reach this primary with its wave,"
                              + " which catamaran rollout status shows; until then its release"
                              + " keeps the earlier ones");
                  case Pending.Returned() ->
                      having(
                          follows,
                          ROLLOUT_PENDING,
                          ROLLOUT_RETURNED,
                          "the rollout of a new chart, or of new overrideValues, has gone back; its"
                              + " release keeps the earlier ones until they change again");
                  case Pending.Held() ->
                      telling(
                          follows,
                          ROLLOUT_PENDING,
                          HELD_BY_ANNOTATION,
                          "the label %s holds it: its release keeps the chart and the overrideValues that it has, and its kind has others now. %s"
                              .formatted(PrimaryAnnotations.ROLLOUT, DENIABLE));
                  case Pending.Unprepared(var problem) ->
                      telling(
                          follows,
                          ROLLOUT_PENDING,
                          ROLLOUTS_UNAVAILABLE,
                          "rollouts of its kind cannot begin, and its release stays as it is: "
                              + problem);
                  case Pending.OtherThanPlanned plan ->
                      telling(follows, ROLLOUT_PENDING, OTHER_THAN_PLANNED, Hold.message(plan));
                })
        .orElseGet(() -> without(follows, ROLLOUT_PENDING));
  }

  /** The pause, the rollback or the plan had its Event. */
  private static Consequence held(Consequence follows, Optional<Hold> hold) {
    return hold.map(found -> follows.with(StatusChanges.held(follows.status(), found)))
        .orElseGet(() -> without(follows, SPEC_NOT_FOLLOWED));
  }

  private static Consequence ignored(Consequence follows, List<String> names) {
    if (names.isEmpty()) {
      return without(follows, ANNOTATIONS_IGNORED);
    }
    var denied =
        names.stream()
            .map(PrimaryAnnotations::shortName)
            .sorted()
            .collect(Collectors.joining(", "));
    return telling(
        follows,
        ANNOTATIONS_IGNORED,
        ANNOTATIONS_DENIED,
        "no effect: %s. Remove this, or an administrator can take %s out of denyAnnotations for this kind in watches.yaml"
            .formatted(String.join(", ", names), denied));
  }

  private static Consequence without(Consequence follows, String type) {
    return follows.with(follows.status().without(type));
  }

  private static Consequence telling(
      Consequence follows, String type, String reason, String message) {
    return having(follows, type, reason, message).onChange(type, reason);
  }

  private static Consequence having(
      Consequence follows, String type, String reason, String message) {
    return follows.with(follows.status().withTrue(type, reason, message));
  }
}
