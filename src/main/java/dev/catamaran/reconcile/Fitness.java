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
 */
record Fitness(Gate gate, Function<Revision, List<String>> notReady) {

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
      var deadline = current.writtenAt().plus(gate.timeout());
      return now.isBefore(deadline)
          ? new ReleaseState.Settling(current, deadline)
          : new ReleaseState.Unfit(
              current,
              "not ready within "
                  + gate.timeout().toSeconds()
                  + " s: "
                  + String.join("; ", waiting));
    }
    return gate.tests() ? tests(current) : new ReleaseState.InSync(current);
  }

  private static ReleaseState tests(Revision current) {
    return switch (current.tests()) {
      case NONE, PASSED -> new ReleaseState.InSync(current);
      case NOT_RUN -> new ReleaseState.Untested(current);
      case FAILED -> new ReleaseState.Unfit(current, "a test of the chart failed");
    };
  }

  private static boolean hasPassed(Revision current, Optional<Deployed> remembered) {
    return remembered.filter(d -> d.revision() == current.number() && !d.onTrial()).isPresent();
  }
}
