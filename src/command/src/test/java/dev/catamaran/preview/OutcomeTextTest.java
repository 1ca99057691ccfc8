package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.reconcile.ChartReconciler;
import dev.catamaran.release.ReleaseOutcome;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTextTest {
  /** A dry run allocates no node port. */
  @Test
  void saysThatAnInputFailsWhoseRetryIsDue() {
    var tried = new ReleaseOutcome.Uninstalled();
    var failing =
        OutcomeText.of(new ChartReconciler.Trial(tried, Optional.empty(), true), "port 99998");
    assertEquals(
        "the same input has failed before, and is tried again: port 99998", failing.problem());
    assertEquals(
        "",
        OutcomeText.of(new ChartReconciler.Trial(tried, Optional.empty(), false), "port 99998")
            .problem());
  }

  /** The exit code of a plan must not be 0: the primary does not have its spec. */
  @Test
  void saysThatAPrimaryFailsWhileItWaitsForItsRetry() {
    var held = OutcomeText.of(new ReleaseOutcome.Held(Instant.EPOCH), "port 0 is invalid");
    assertEquals(
        "the same input has failed before, and is tried again at 1970-01-01T00:00:00Z: port 0 is"
            + " invalid",
        held.problem());
    assertEquals(ReleasePreview.NO_ACTION, held.action());
    assertEquals(
        "the same input has failed before, and is not tried again: port 1 is invalid",
        OutcomeText.of(new ReleaseOutcome.Stalled(11, "port 1 is invalid"), "").problem());
    assertEquals("", OutcomeText.of(new ReleaseOutcome.Paused(), "").problem());
  }
}
