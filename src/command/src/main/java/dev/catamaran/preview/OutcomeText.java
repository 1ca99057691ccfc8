package dev.catamaran.preview;

import dev.catamaran.reconcile.ChartReconciler;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import java.util.List;
import java.util.Locale;

/**
 * The outcome of a pass in words. Pure.
 *
 * @param action what it did; {@link ReleasePreview#NO_ACTION} for nothing
 * @param problem why it failed; empty if it succeeded
 * @param note why it did nothing; may be empty
 */
record OutcomeText(String action, String problem, String note) {
  private static final String INSTALL = "installation";

  /**
   * Where nothing is done since somebody holds the release, says who. What has failed before fails,
   * though a dry run accepts it: the API server allocates node ports, for example, in no dry run.
   *
   * @param cause of the last failure by the status; empty if it has none
   */
  static OutcomeText of(ChartReconciler.Trial trial, String cause) {
    var text = of(trial.outcome(), cause);
    if (trial.hasFailed() && text.problem.isEmpty() && !cause.isEmpty()) {
      return new OutcomeText(
          text.action,
          "the same input has failed before, and is tried again" + because(cause),
          text.note);
    }
    return trial
        .hold()
        .filter(ignored -> text.action.equals(ReleasePreview.NO_ACTION) && text.problem.isEmpty())
        .map(hold -> nothing(hold.message()))
        .orElse(text);
  }

  static OutcomeText of(ReleaseOutcome outcome, String cause) {
    return switch (outcome) {
      case ReleaseOutcome.Installed ignored -> done(INSTALL);
      case ReleaseOutcome.Upgraded ignored -> done("upgrade");
      case ReleaseOutcome.Completed ignored -> done("completion");
      case ReleaseOutcome.TakenOver ignored -> done("adoption");
      case ReleaseOutcome.RolledBack ignored -> done("rollback");
      case ReleaseOutcome.WentBack ignored -> done("rollback");
      case ReleaseOutcome.FailureRemoved ignored -> done("removal");
      case ReleaseOutcome.Uninstalled ignored -> done("removal");
      case ReleaseOutcome.HooksDropped ignored -> done("removal");
      case ReleaseOutcome.Tested ignored -> done("test");
      case ReleaseOutcome.Unlocked ignored -> done("unlocking");
      case ReleaseOutcome.DriftCorrected(var current, var made) -> repaired(made);
      case ReleaseOutcome.CurrentRepaired(var current, var made) -> repaired(made);
      case ReleaseOutcome.Contested(var current, var made, var contests) -> repaired(made);
      case ReleaseOutcome.Kept ignored -> nothing("");
      case ReleaseOutcome.Unaffected ignored -> nothing("");
      case ReleaseOutcome.Progressing ignored -> nothing("its objects have time to become ready");
      case ReleaseOutcome.DriftLeft ignored -> nothing("watches.yaml leaves drift as it is");
      case ReleaseOutcome.Lingering ignored -> nothing("objects of the release are being deleted");
      case ReleaseOutcome.Failed(var step, var message) -> new OutcomeText(word(step), message, "");
      case ReleaseOutcome.Hindered(var step, var reason, var message) ->
          new OutcomeText(word(step), message, "");
      case ReleaseOutcome.Refused(var reason, var message) -> failing(message);
      case ReleaseOutcome.Stalled(var failures, var stored) ->
          failing(
              "the same input has failed before, and is not tried again"
                  + because(cause.isEmpty() ? stored : cause));
      case ReleaseOutcome.Blocked(var unmet) -> nothing("it waits: " + String.join(", ", unmet));
      case ReleaseOutcome.Paused ignored -> nothing("the release is paused");
      case ReleaseOutcome.Held(var until) ->
          failing(
              "the same input has failed before, and is tried again at " + until + because(cause));
      case ReleaseOutcome.Waiting(var message) -> nothing(message);
      case ReleaseOutcome.Interrupted(var message) -> nothing(message);
    };
  }

  /** Returns the same with what is not looked at, if something is done or fails. */
  OutcomeText noting(String gap) {
    return note.isEmpty() && !(action.equals(ReleasePreview.NO_ACTION) && problem.isEmpty())
        ? new OutcomeText(action, problem, gap)
        : this;
  }

  private static String because(String cause) {
    return cause.isEmpty() ? "" : ": " + cause;
  }

  private static String word(FailedStep step) {
    return step == FailedStep.INSTALL ? INSTALL : step.name().toLowerCase(Locale.ROOT);
  }

  /** Without memory of the objects, each is looked at for drift. */
  private static OutcomeText repaired(List<Correction> made) {
    return made.isEmpty() ? nothing("") : done("repair");
  }

  private static OutcomeText done(String action) {
    return new OutcomeText(action, "", "");
  }

  private static OutcomeText failing(String why) {
    return new OutcomeText(ReleasePreview.NO_ACTION, why, "");
  }

  private static OutcomeText nothing(String why) {
    return new OutcomeText(ReleasePreview.NO_ACTION, "", why);
  }
}
