package dev.catamaran.report;

import static dev.catamaran.status.Reasons.ANNOTATIONS_DENIED;
import static dev.catamaran.status.Reasons.ANNOTATIONS_IGNORED;
import static dev.catamaran.status.Reasons.DEPENDENCY_NOT_READY;
import static dev.catamaran.status.Reasons.HELD_BY_ANNOTATION;
import static dev.catamaran.status.Reasons.NOT_DEPLOYED;
import static dev.catamaran.status.Reasons.OTHER_THAN_PLANNED;
import static dev.catamaran.status.Reasons.OVERRIDES_NOT_IN_USE;
import static dev.catamaran.status.Reasons.READY;
import static dev.catamaran.status.Reasons.ROLLOUT_PENDING;
import static dev.catamaran.status.Reasons.WAVE_NOT_REACHED;

import dev.catamaran.primary.Pending;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.report.Notice.OnChange;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What watches.yaml demands of the primaries of a kind. Tells where a primary and its release
 * differ from it: annotations without effect, and overrides that are not in use. Pure.
 *
 * @param overridden the values that {@code overrideValues} set
 * @param mark the mark of the overrides
 */
public record Demands(Collection<String> overridden, String mark) {
  private static final String DENIABLE =
      "Remove it, or an administrator can deny it for this kind by denyAnnotations";

  /**
   * Returns a consequence that tells it too.
   *
   * @param input the input of the pass
   * @param pending why a rollout lets the release wait: then its overrides are those of an earlier
   *     edition
   */
  public Consequence tell(
      Consequence follows,
      PrimaryAnnotations annotations,
      String input,
      Optional<Pending> pending) {
    var told = rollout(ignored(follows, annotations.ignored()), pending);
    return pending.isPresent()
        ? without(told, OVERRIDES_NOT_IN_USE)
        : overrides(told, annotations, input);
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
                          "a new chart, or new overrideValues, reach this primary with its wave; until then its"
                              + " release keeps the earlier ones. The ChartRollout of its kind, in the operator's"
                              + " namespace, has the present wave");
                  case Pending.Held() ->
                      telling(
                          follows,
                          ROLLOUT_PENDING,
                          HELD_BY_ANNOTATION,
                          "the label %s holds it: its release keeps the chart and the overrideValues that it has, and its kind has others now. %s"
                              .formatted(PrimaryAnnotations.ROLLOUT, DENIABLE));
                  case Pending.OtherThanPlanned(var difference) ->
                      telling(
                          follows,
                          ROLLOUT_PENDING,
                          OTHER_THAN_PLANNED,
                          "its change is another than in the approved plan: %s. Its release stays as it is until that is undone, or until a new plan is approved"
                              .formatted(difference));
                })
        .orElseGet(() -> without(follows, ROLLOUT_PENDING));
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

  private Consequence overrides(Consequence follows, PrimaryAnnotations annotations, String input) {
    var deployed = follows.status().deployed();
    if (deployed.isEmpty() || areInUse(deployed.get(), input)) {
      return without(follows, OVERRIDES_NOT_IN_USE);
    }
    if (follows.next().equals(NextPass.AT_ONCE)) {
      // The next step may make them.
      return follows;
    }
    var holder = holder(annotations, follows.status());
    return telling(
        follows,
        OVERRIDES_NOT_IN_USE,
        holder.isPresent() ? HELD_BY_ANNOTATION : NOT_DEPLOYED,
        "%s. %s"
            .formatted(
                difference(deployed.get()),
                holder
                    .map(name -> "The annotation %s holds it. %s".formatted(name, DENIABLE))
                    .orElse("The condition Ready says why")));
  }

  /** A revision of the same input is as good as one with the present mark. */
  private boolean areInUse(Deployed deployed, String input) {
    return mark.equals(ReleaseInput.markIn(deployed.inputDigest()))
        || ReleaseInput.isSame(deployed.inputDigest(), input);
  }

  private String difference(Deployed deployed) {
    var present =
        overridden.isEmpty()
            ? "watches.yaml has none now"
            : "watches.yaml has " + String.join(", ", overridden);
    return ReleaseInput.markIn(deployed.inputDigest()).isEmpty()
        ? "revision %d does not say with which overrideValues it was made; %s"
            .formatted(deployed.revision(), present)
        : "revision %d was made with other overrideValues; %s"
            .formatted(deployed.revision(), present);
  }

  private static Optional<String> holder(PrimaryAnnotations annotations, ReleaseStatus status) {
    if (annotations.isPaused()) {
      return Optional.of(PrimaryAnnotations.PAUSE);
    }
    if (annotations.rollbackTo().isPresent()) {
      return Optional.of(PrimaryAnnotations.ROLLBACK_TO);
    }
    return status
        .conditions()
        .find(READY)
        .filter(ready -> ready.getReason().equals(DEPENDENCY_NOT_READY))
        .map(ready -> PrimaryAnnotations.DEPENDS_ON);
  }

  private static Consequence without(Consequence follows, String type) {
    return follows.with(follows.status().with(follows.status().conditions().without(type)));
  }

  private static Consequence telling(
      Consequence follows, String type, String reason, String message) {
    return having(follows, type, reason, message).telling(new OnChange(type, reason));
  }

  private static Consequence having(
      Consequence follows, String type, String reason, String message) {
    var conditions = follows.status().conditions().withTrue(type, reason, message);
    return follows.with(follows.status().with(conditions));
  }
}
