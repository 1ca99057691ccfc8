package dev.catamaran.execute;

import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Account;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Executes the one action of a pass, with the rights of one account. */
public final class ReleaseWriter {
  private final Account account;
  private final Predicate<Account> isGone;
  private final ReleaseExecutor executor;
  private final ReleaseRemover remover;
  private final ReleaseRemover ownRemover;

  /**
   * Combines the parts of a writer.
   *
   * @param account has the rights that {@code executor} and {@code remover} use
   * @param isGone whether an account certainly does not exist
   * @param ownRemover uses the operator's own rights
   */
  public ReleaseWriter(
      Account account,
      Predicate<Account> isGone,
      ReleaseExecutor executor,
      ReleaseRemover remover,
      ReleaseRemover ownRemover) {
    this.account = account;
    this.isGone = isGone;
    this.executor = executor;
    this.remover = remover;
    this.ownRemover = ownRemover;
  }

  /** Executes an action for a primary that is not being deleted. */
  public ReleaseOutcome execute(ReleaseAction action, DesiredRelease desired, Ownership ownership) {
    var reported = orFailure(step(action), () -> executor.execute(action, desired, ownership));
    var outcome =
        action instanceof ReleaseAction.RepairCurrent ? blamingNoInput(reported) : reported;
    return outcome instanceof Hindered(var step, var reason, var message)
            && reason.equals(Reasons.FORBIDDEN)
        ? new Hindered(step, reason, explained(message, desired.primary().kind()))
        : outcome;
  }

  private static FailedStep step(ReleaseAction action) {
    return action instanceof ReleaseAction.RemoveFailed
        ? FailedStep.UNINSTALL
        : FailedStep.RECONCILE;
  }

  /** A refused repair of the current revision says nothing about the input that waits. */
  private static ReleaseOutcome blamingNoInput(ReleaseOutcome outcome) {
    return outcome instanceof ReleaseOutcome.Failed(var step, var message)
        ? new Hindered(step, Reasons.RECONCILE_ERROR, message)
        : outcome;
  }

  /** Adds to the message about a missing right why it is missing, or what adds it. */
  private String explained(String message, String kind) {
    var cause = isGone.test(account) ? account + " does not exist: " : "";
    return cause + message + "; " + account.remedy(kind);
  }

  /**
   * Executes an action for a primary that is being deleted. If its account does not exist, deletes
   * only objects that carry the primary's own marks: anybody who may write Secrets may have written
   * a stored manifest, which must not use the operator's rights.
   */
  public ReleaseOutcome remove(
      RemovalAction action,
      ReleaseKey release,
      Ownership ownership,
      PrimaryAnnotations annotations) {
    var outcome =
        orFailure(
            FailedStep.UNINSTALL, () -> remover.remove(action, release, ownership, annotations));
    return outcome instanceof Hindered hindered && lacksAccount(hindered.reason())
        ? orFailure(FailedStep.UNINSTALL, () -> ownRemover.removeMarked(release, ownership))
        : outcome;
  }

  private boolean lacksAccount(String reason) {
    return reason.equals(Reasons.FORBIDDEN) && isGone.test(account);
  }

  /**
   * Turns a refusal by the API server into an outcome. The caller handles an unreachable API
   * server.
   */
  private static ReleaseOutcome orFailure(FailedStep step, Supplier<ReleaseOutcome> action) {
    try {
      return action.get();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return EngineFailures.outcome(step, ApiFailures.of(e));
      }
      if (e.getCode() >= 400 && e.getCode() < 500 && e.getCode() != 429) {
        return new ReleaseOutcome.Failed(step, ApiFailures.words(e));
      }
      throw e;
    }
  }
}
