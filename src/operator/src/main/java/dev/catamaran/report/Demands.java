package dev.catamaran.report;

import static dev.catamaran.status.Reasons.ANNOTATIONS_DENIED;
import static dev.catamaran.status.Reasons.ANNOTATIONS_IGNORED;
import static dev.catamaran.status.Reasons.ROLLOUT_PENDING;
import static dev.catamaran.status.Reasons.SPEC_NOT_FOLLOWED;

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
            why -> {
              var told = having(follows, ROLLOUT_PENDING, why.reason(), why.message());
              return why.isEvent() ? told.onChange(ROLLOUT_PENDING, why.reason()) : told;
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
    return having(
            follows,
            ANNOTATIONS_IGNORED,
            ANNOTATIONS_DENIED,
            "no effect: %s. Remove this, or an administrator can take %s out of denyAnnotations for this kind in watches.yaml"
                .formatted(String.join(", ", names), denied))
        .onChange(ANNOTATIONS_IGNORED, ANNOTATIONS_DENIED);
  }

  private static Consequence without(Consequence follows, String type) {
    return follows.with(follows.status().without(type));
  }

  private static Consequence having(
      Consequence follows, String type, String reason, String message) {
    return follows.with(follows.status().withTrue(type, reason, message));
  }
}
