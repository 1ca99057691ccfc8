package dev.catamaran.reconcile;

import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.Finalizers;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.execute.EngineFailures;
import dev.catamaran.execute.ReleaseWriter;
import dev.catamaran.extension.Extensions;
import dev.catamaran.manifest.Drift;
import dev.catamaran.observe.ReleaseView;
import dev.catamaran.observe.ReleaseView.Seen;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Pass;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.Decision;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.report.Hold;
import dev.catamaran.status.PrimaryGoneException;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.StatusRefusedException;
import dev.catamaran.telemetry.PassLog;
import dev.catamaran.telemetry.Step;
import dev.catamaran.telemetry.Steps;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles every chart-backed kind. One pass determines the desired and the observed state,
 * decides the one action that follows, executes it and reports it. If there is nothing to do, a
 * pass calls, renders and writes nothing.
 */
public final class ChartReconciler implements Reconciler<OfKind>, Cleaner<OfKind> {
  private static final Logger log = LoggerFactory.getLogger(ChartReconciler.class);

  /** Input for the failures of every deletion, whatever the spec of the primary. */
  private static final String REMOVAL = "uninstall";

  /** Delay for a deleted primary. The SDK drops it, and does not reconcile it again. */
  private static final Duration AT_LEAST = Duration.ofMinutes(1);

  private record Decided(Seen seen, ReleaseAction action) {}

  private static final ReleaseOutcome GOING =
      new ReleaseOutcome.Waiting("the primary is being deleted");

  /** An outcome, the input for the failure count, and the digest of what the spec asks for. */
  private record Result(ReleaseOutcome outcome, String input, Optional<String> asked) {}

  /**
   * What a pass would do.
   *
   * @param hold who keeps the release from its spec
   */
  public record Trial(ReleaseOutcome outcome, Optional<Hold> hold) {}

  private final FinalizerExchange finalizers;
  private final PassLifecycle passes;
  private final ReleaseView view;
  private final Decision decision;
  private final Extensions extensions;
  private final BiFunction<Primary, ReleaseKey, ReleaseWriter> writers;
  private final Function<IndexerResourceCache<OfKind>, EventSource<?, OfKind>> wakeUps;
  private final PrimaryNotices notices;

  ChartReconciler(
      FinalizerExchange finalizers,
      PassLifecycle passes,
      ReleaseView view,
      Decision decision,
      Extensions extensions,
      BiFunction<Primary, ReleaseKey, ReleaseWriter> writers,
      Function<IndexerResourceCache<OfKind>, EventSource<?, OfKind>> wakeUps,
      PrimaryNotices notices) {
    this.finalizers = finalizers;
    this.passes = passes;
    this.view = view;
    this.decision = decision;
    this.extensions = extensions;
    this.writers = writers;
    this.wakeUps = wakeUps;
    this.notices = notices;
  }

  @Override
  public List<EventSource<?, OfKind>> prepareEventSources(EventSourceContext<OfKind> context) {
    var sources = new ArrayList<EventSource<?, OfKind>>(extensions.eventSources(context));
    sources.add(wakeUps.apply(context.getPrimaryCache()));
    sources.add(notices);
    return sources;
  }

  @Override
  public UpdateControl<OfKind> reconcile(OfKind primary, Context<OfKind> context) {
    try (var passLog = PassLog.begin(primary, "reconcile")) {
      return passLog.ending(again(reconcile(primary)));
    }
  }

  private Duration reconcile(OfKind primary) {
    finalizers.complete(primary);
    var pass = passes.begin(primary);
    try {
      var result = attempt(pass);
      return passes.end(pass, result.outcome(), result.input(), result.asked());
    } catch (PrimaryGoneException e) {
      return takeDown(pass);
    }
  }

  /**
   * Does the work of one pass and reports nothing, for a program that shows what a pass would do.
   */
  public Trial tryOut(OfKind primary) {
    var pass = passes.begin(primary);
    var result = attempt(pass);
    return new Trial(result.outcome(), passes.hold(pass, pass.before().deployed(), result.asked()));
  }

  /**
   * Decides and acts. Turns every failure into an outcome that the status can report.
   *
   * @throws PrimaryGoneException if the primary no longer exists
   */
  private Result attempt(Pass pass) {
    try {
      var decided = decide(pass);
      var seen = decided.seen();
      return new Result(
          act(pass, decided.action(), seen),
          seen.input(),
          Optional.of(seen.desired().inputDigest()));
    } catch (InvalidPrimaryException e) {
      var refused = pass.refused(e.reason(), e.problem());
      return new Result(e.isOfStored() ? refused : caring(pass, refused), "", Optional.of(""));
    } catch (UnreadableReleaseException e) {
      var problem = String.valueOf(e.getMessage());
      return new Result(pass.refused(Reasons.RELEASE_UNREADABLE, problem), "", Optional.empty());
    } catch (PrimaryGoneException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      return new Result(hindrance(FailedStep.RECONCILE, e), pass.failingInput(), Optional.empty());
    }
  }

  /** A wrong input stops the input, and not the care for what is deployed. */
  private ReleaseOutcome caring(Pass pass, ReleaseOutcome refused) {
    if (!(refused instanceof ReleaseOutcome.Refused)) {
      return refused;
    }
    try {
      return view.repair(pass, refused)
          .map(repair -> repaired(pass, repair))
          .filter(ReleaseOutcome.CurrentRepaired.class::isInstance)
          .orElse(refused);
    } catch (KubernetesClientException | EngineException e) {
      return hindrance(FailedStep.RECONCILE, e);
    }
  }

  private ReleaseOutcome repaired(Pass pass, ReleaseAction.RepairCurrent repair) {
    if (makesMissing(repair) && finalizers.isGoing(pass.object())) {
      return GOING;
    }
    return writers.apply(pass.primary(), pass.release()).repair(repair, view.ownership(pass));
  }

  /**
   * Uninstalls the release of a primary that was deleted during the pass. If the deletion began
   * before the finalizer was added, the API server completes it despite the finalizer. Nothing else
   * would remove what this pass made.
   */
  private Duration takeDown(Pass pass) {
    var outcome = remove(pass);
    if (outcome instanceof ReleaseOutcome.Uninstalled) {
      log.info(
          "{} was deleted while its release was made; the release is uninstalled", pass.release());
    } else {
      log.warn(
          "{} was deleted while its release was made, which is left: {}", pass.release(), outcome);
    }
    passes.forget(pass.object());
    view.forget(pass.object());
    return AT_LEAST;
  }

  /**
   * Returns the outcome of an unexpected exception. The API server, the operator or an extension is
   * at fault; the primary's input may be correct.
   */
  private static ReleaseOutcome hindrance(FailedStep step, Throwable cause) {
    if (cause instanceof KubernetesClientException e) {
      return EngineFailures.unreachable(step, e);
    }
    if (cause instanceof StatusRefusedException e) {
      return new ReleaseOutcome.Hindered(
          step, Reasons.STATUS_NOT_STORED, String.valueOf(e.getMessage()));
    }
    if (cause instanceof EngineException e) {
      return new ReleaseOutcome.Waiting(e.failure().message());
    }
    log.error("The reconcile failed", cause);
    return new ReleaseOutcome.Hindered(
        step,
        Reasons.RECONCILE_ERROR,
        "the operator failed with %s; its log has more".formatted(cause.getClass().getName()));
  }

  private Decided decide(Pass pass) throws InvalidPrimaryException {
    return Steps.run(
        "decide",
        step -> {
          var seen = view.of(pass);
          var action = decision.next(seen.wish(), seen.observation());
          tell(step, seen.observation().state(), action.title());
          return new Decided(seen, action);
        });
  }

  private RemovalAction decideRemoval(Pass pass) {
    return Steps.run(
        "decide",
        step -> {
          var state = view.ofDeleted(pass);
          var action =
              RemovalAction.next(pass.wish(), state, Finalizers.isCollected(pass.object()));
          tell(step, state, action.getClass().getSimpleName());
          return action;
        });
  }

  private static void tell(Step step, ReleaseState state, String action) {
    step.attribute("catamaran.state", state.getClass().getSimpleName())
        .attribute("catamaran.action", action);
  }

  private ReleaseOutcome act(Pass pass, ReleaseAction action, Seen seen)
      throws InvalidPrimaryException {
    if (makesMissing(action) && finalizers.isGoing(pass.object())) {
      return GOING;
    }
    var writer = writers.apply(pass.primary(), seen.desired().release());
    return extensions
        .before(pass.object(), action, seen.desired())
        .orElseGet(() -> writer.execute(action, seen.desired(), seen.ownership()));
  }

  /**
   * Kubernetes takes the objects of a primary that is deleted in the foreground, and a watch may
   * tell of them before that of the primary. What is made again then is in the way of the hooks.
   */
  private static boolean makesMissing(ReleaseAction action) {
    var drifts =
        switch (action) {
          case ReleaseAction.CorrectDrift correct -> correct.drifts();
          case ReleaseAction.RepairCurrent repair -> repair.drifts();
          default -> List.<Drift>of();
        };
    return drifts.stream().anyMatch(Drift.Missing.class::isInstance);
  }

  @Override
  public DeleteControl cleanup(OfKind primary, Context<OfKind> context) {
    try (var passLog = PassLog.begin(primary, "cleanup")) {
      return passLog.ending(cleanup(primary));
    }
  }

  private DeleteControl cleanup(OfKind primary) {
    var pass = passes.begin(primary);
    var outcome = remove(pass);
    if (outcome instanceof ReleaseOutcome.Uninstalled uninstalled
        && Finalizers.isOnlyOurs(primary)
        && passes.isReported(pass)) {
      passes.endLast(pass, uninstalled);
      view.forget(primary);
      return DeleteControl.defaultDelete();
    }
    Duration next;
    try {
      next = passes.end(pass, outcome, REMOVAL, Optional.empty());
    } catch (PrimaryGoneException e) {
      // Another client removed the finalizer.
      return DeleteControl.noFinalizerRemoval();
    }
    // The SDK can remove the finalizer only from the resource version that it passed to cleanup.
    if (outcome instanceof ReleaseOutcome.Uninstalled && passes.isReported(pass)) {
      passes.forget(primary);
      view.forget(primary);
      return DeleteControl.defaultDelete();
    }
    return DeleteControl.noFinalizerRemoval().rescheduleAfter(next);
  }

  private ReleaseOutcome remove(Pass pass) {
    try {
      var action = decideRemoval(pass);
      return writers
          .apply(pass.primary(), pass.release())
          .remove(action, pass.release(), view.ownership(pass), pass.annotations());
    } catch (RuntimeException | Error e) {
      return hindrance(FailedStep.UNINSTALL, e);
    }
  }

  private static UpdateControl<OfKind> again(Duration delay) {
    return UpdateControl.<OfKind>noUpdate().rescheduleAfter(delay);
  }
}
