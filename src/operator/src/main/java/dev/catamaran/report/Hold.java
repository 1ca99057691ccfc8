package dev.catamaran.report;

import static dev.catamaran.status.Reasons.HELD_BY_ANNOTATION;
import static dev.catamaran.status.Reasons.SPEC_NOT_FOLLOWED;

import dev.catamaran.primary.Pending;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.util.Optional;

/**
 * Who keeps a release from what its spec asks for with the present watches.yaml, and how that ends:
 * the one answer to the question whether the present spec is deployed. An annotation or a plan may
 * hold a release that has it already, and an earlier edition is no hold: it has the present spec.
 *
 * @param message for people
 */
public record Hold(String reason, String message) {
  /**
   * Returns who holds a release.
   *
   * @param pending why a rollout lets it wait
   * @param deployed as the status reports it
   * @param asked digest of the input that the spec asks for; blank if no release can be made of it
   */
  public static Optional<Hold> of(
      PrimaryAnnotations annotations,
      Optional<Pending> pending,
      Optional<Deployed> deployed,
      String asked) {
    if (deployed.filter(d -> ReleaseInput.isSame(d.inputDigest(), asked)).isPresent()) {
      return Optional.empty();
    }
    var present =
        deployed
            .map(
                d ->
                    (asked.isEmpty()
                            ? "revision %d is deployed, and none can be made of the present spec and annotations"
                            : "revision %d is not what the present spec and chart ask for")
                        .formatted(d.revision()))
            .orElse("nothing is deployed");
    return annotations
        .holder()
        .map(
            name ->
                new Hold(
                    HELD_BY_ANNOTATION,
                    "%s: the annotation %s holds the release until somebody removes it (catamaran %s)"
                        .formatted(
                            present,
                            name,
                            name.equals(PrimaryAnnotations.PAUSE) ? "resume" : "rollback --undo")))
        .or(
            () ->
                pending
                    .filter(Pending::isOfPlan)
                    .map(why -> new Hold(why.reason(), why.message())));
  }

  /** Returns who holds a release that is to go: its pause. */
  public static Hold ofDeletion() {
    return new Hold(
        HELD_BY_ANNOTATION,
        "its deletion waits: the annotation %s holds the release until somebody removes it (catamaran resume)"
            .formatted(PrimaryAnnotations.PAUSE));
  }

  /** Returns who holds a release according to its status. */
  public static Optional<Hold> told(ReleaseStatus status) {
    return status
        .conditions()
        .find(SPEC_NOT_FOLLOWED)
        .map(condition -> new Hold(condition.getReason(), condition.getMessage()));
  }
}
