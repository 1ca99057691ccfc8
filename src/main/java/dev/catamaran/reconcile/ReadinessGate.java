package dev.catamaran.reconcile;

import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.Gate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether a deployed revision has passed what it had to. It is asked only until it has: what fails
 * later is not the revision's fault.
 *
 * @param gate what there is to pass
 * @param notReady what of a revision does not do its work yet, for people
 * @param failed what of that never will by itself
 */
record ReadinessGate(
    Gate gate, Function<Revision, List<String>> notReady, Function<Revision, List<String>> failed) {

  /** Whether there is anything to pass. */
  boolean isDemanded() {
    return gate.readiness() || gate.tests();
  }

  /** The state of a deployed revision without drift. */
  ReleaseState of(Revision current, Optional<Deployed> remembered, Instant now) {
    if (!isDemanded() || hasPassed(current, remembered)) {
      return new ReleaseState.InSync(current);
    }
    var waiting = gate.readiness() ? notReady.apply(current) : List.<String>of();
    if (!waiting.isEmpty()) {
      return unready(current, waiting, now);
    }
    return gate.tests() ? tests(current) : new ReleaseState.InSync(current);
  }

  /** What will not become ready by itself is not given the time to. */
  private ReleaseState unready(Revision current, List<String> waiting, Instant now) {
    var lost = failed.apply(current);
    if (!lost.isEmpty()) {
      return new ReleaseState.Unfit(current, "never going to be ready: " + String.join("; ", lost));
    }
    var deadline = current.writtenAt().plus(gate.timeout());
    return now.isBefore(deadline)
        ? new ReleaseState.Settling(current, deadline)
        : new ReleaseState.Unfit(
            current,
            "not ready within %d s: %s"
                .formatted(gate.timeout().toSeconds(), String.join("; ", waiting)));
  }

  private static ReleaseState tests(Revision current) {
    return switch (current.tests()) {
      case NONE, PASSED -> new ReleaseState.InSync(current);
      case NOT_RUN -> new ReleaseState.Untested(current);
      case FAILED -> new ReleaseState.Unfit(current, "refused by its tests: one of them failed");
    };
  }

  private static boolean hasPassed(Revision current, Optional<Deployed> remembered) {
    return remembered.filter(d -> d.revision() == current.number() && !d.onTrial()).isPresent();
  }
}
