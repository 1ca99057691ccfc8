package dev.catamaran.reconcile;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ReleaseListener;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** What listeners are told of an outcome. */
@FunctionalInterface
interface ReleaseNews {

  /** Tells one. */
  void tell(ReleaseListener listener, ChartContext context);

  /**
   * The news of an outcome: nothing, for many.
   *
   * @param hiding takes what is secret out of a message
   */
  static ReleaseNews of(ReleaseOutcome outcome, UnaryOperator<String> hiding) {
    return switch (outcome) {
      case ReleaseOutcome.DriftCorrected(var ignored, var corrections) -> corrected(corrections);
      case ReleaseOutcome.Mended(var ignored, var corrections) -> corrected(corrections);
      case ReleaseOutcome.Contested(var ignored, var corrections, var alsoIgnored) ->
          corrected(corrections);
      case ReleaseOutcome.Failed(var step, var message) ->
          failed(StatusReport.reason(step), hiding.apply(message));
      case ReleaseOutcome.Hindered(var ignored, var reason, var message) ->
          failed(reason, hiding.apply(message));
      case ReleaseOutcome.Uninstalled ignored -> ReleaseListener::uninstalled;
      case ReleaseOutcome.Installed ignored -> made(outcome);
      case ReleaseOutcome.Upgraded ignored -> made(outcome);
      case ReleaseOutcome.RolledBack ignored -> made(outcome);
      case ReleaseOutcome.WentBack ignored -> made(outcome);
      case ReleaseOutcome.FailureRemoved ignored -> nothing();
      case ReleaseOutcome.TakenOver ignored -> nothing();
      case ReleaseOutcome.Tested ignored -> nothing();
      case ReleaseOutcome.Unlocked ignored -> nothing();
      case ReleaseOutcome.DriftLeft ignored -> nothing();
      case ReleaseOutcome.Kept ignored -> nothing();
      case ReleaseOutcome.Progressing ignored -> nothing();
      case ReleaseOutcome.Lingering ignored -> nothing();
      case ReleaseOutcome.Stalled ignored -> nothing();
      case ReleaseOutcome.Blocked ignored -> nothing();
      case ReleaseOutcome.Paused ignored -> nothing();
      case ReleaseOutcome.Held ignored -> nothing();
      case ReleaseOutcome.Waiting ignored -> nothing();
      case ReleaseOutcome.Refused ignored -> nothing();
    };
  }

  private static ReleaseNews nothing() {
    return (listener, context) -> {};
  }

  private static ReleaseNews failed(String reason, String message) {
    return (listener, context) -> listener.failed(context, reason, message);
  }

  private static ReleaseNews made(ReleaseOutcome outcome) {
    var made = HookedActions.summary(outcome);
    if (made.isEmpty()) {
      return nothing();
    }
    var summary = made.get().summary();
    return switch (summary.action()) {
      case INSTALL -> (listener, context) -> listener.installed(context, summary);
      case UPGRADE -> (listener, context) -> listener.upgraded(context, summary);
      case ROLLBACK -> (listener, context) -> listener.rolledBack(context, summary);
    };
  }

  private static ReleaseNews corrected(List<Correction> corrections) {
    var real =
        corrections.stream()
            .filter(c -> c.how() != How.ADOPTED)
            .map(c -> c.how().name().toLowerCase(Locale.ROOT) + " " + c.key())
            .toList();
    return real.isEmpty()
        ? nothing()
        : (listener, context) -> listener.driftCorrected(context, real);
  }
}
