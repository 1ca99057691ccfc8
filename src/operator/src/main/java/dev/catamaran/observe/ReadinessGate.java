package dev.catamaran.observe;

import dev.catamaran.cluster.ReleaseObjects.Unready;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.Watch.Gate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Decides whether a deployed revision has passed its checks. After that it is not checked again: a
 * later failure is not the revision's fault.
 *
 * @param gate the checks
 * @param look returns the objects of a revision that are not ready yet, perhaps by a request for
 *     each
 */
public record ReadinessGate(Gate gate, Function<Revision, List<Unready>> look) {
  private static final Duration UNTIL_THE_NEXT_LOOK = Duration.ofMinutes(1);

  /**
   * A controller tells the refusal of its pods only in a message: by a quota or an account that is
   * missing (apimachinery, api/errors), by a webhook (apiserver, webhook/errors) or a policy.
   */
  private static final Pattern REFUSED_PODS =
      Pattern.compile(
          "(?:^|[:;] )[\\w.-]+ (?:\"[^\"]*\"|of \\S+) is forbidden: "
              + "|admission webhook \"[^\"]+\" denied the request"
              + "|ValidatingAdmissionPolicy '[^']+' with binding '[^']+' denied request"
              + "|\\b\\w+class(?:\\.[\\w.]+)? \"[^\"]+\" not found");

  /** Returns the objects of a revision that are not ready yet, for people. */
  public List<String> notReady(Revision revision) {
    return look.apply(revision).stream().map(Unready::text).toList();
  }

  /** Whether the gate has any check. */
  public boolean isDemanded() {
    return gate.isDemanded();
  }

  /**
   * Whether a deployed revision still has to pass the checks.
   *
   * @param remembered the revision that the status reports as deployed, which may be an earlier one
   */
  public boolean isOutstanding(Revision current, Optional<Deployed> remembered) {
    return isDemanded() && !hasPassed(current, remembered);
  }

  /** Returns the state of a deployed revision without drift. */
  ReleaseState of(Revision current, Optional<Deployed> remembered, Instant now) {
    if (!isOutstanding(current, remembered)) {
      return new ReleaseState.InSync(current);
    }
    var waiting = gate.readiness() ? look.apply(current) : List.<Unready>of();
    if (!waiting.isEmpty()) {
      return unready(current, waiting, now);
    }
    return gate.tests() ? tests(current) : new ReleaseState.InSync(current);
  }

  /** Does not wait for the deadline if an object cannot become ready by itself. */
  private ReleaseState unready(Revision current, List<Unready> unready, Instant now) {
    var waiting = unready.stream().map(Unready::text).toList();
    var lost = unready.stream().filter(Unready::isFinal).map(Unready::text).toList();
    var deadline = current.writtenAt().plus(gate.timeout());
    if (isHindered(lost) || (!now.isBefore(deadline) && isHindered(waiting))) {
      return new ReleaseState.Settling(current, now.plus(UNTIL_THE_NEXT_LOOK));
    }
    if (!lost.isEmpty()) {
      return new ReleaseState.TrialFailed(
          current, "never going to be ready: " + String.join("; ", lost));
    }
    return now.isBefore(deadline)
        ? new ReleaseState.Settling(current, deadline)
        : new ReleaseState.TrialFailed(
            current,
            "not ready within %d s: %s"
                .formatted(gate.timeout().toSeconds(), String.join("; ", waiting)));
  }

  /** What stands in the way of an object's controller goes away, and then it goes on by itself. */
  public static boolean isHindered(List<String> waiting) {
    return waiting.stream().anyMatch(reason -> REFUSED_PODS.matcher(reason).find());
  }

  private static ReleaseState tests(Revision current) {
    return switch (current.tests()) {
      case NONE, PASSED -> new ReleaseState.InSync(current);
      case NOT_RUN -> new ReleaseState.Untested(current);
      case FAILED ->
          new ReleaseState.TrialFailed(current, "refused by its tests: one of them failed");
    };
  }

  private static boolean hasPassed(Revision current, Optional<Deployed> remembered) {
    return remembered.filter(d -> d.revision() == current.number() && !d.onTrial()).isPresent();
  }
}
