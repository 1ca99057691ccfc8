package dev.catamaran.composite;

import dev.catamaran.composite.Progress.Desired;
import dev.catamaran.kit.Unreadable;
import dev.catamaran.telemetry.CurrentPass;
import dev.catamaran.telemetry.PassLog;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ContextInitializer;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Runs the parts of a kind, one after the other, as one reconciler. */
class CompositeReconciler<P extends HasMetadata> implements Reconciler<P>, ContextInitializer<P> {
  private final Parts<P> parts;
  private final ProgressByPrimary<P> byPrimary;
  private final PartRun<P> turn;
  private final Failures failures;
  private final Clock clock;

  CompositeReconciler(Parts<P> parts, Failures failures, Clock clock) {
    this.parts = parts;
    this.byPrimary = new ProgressByPrimary<>(parts.list().size());
    this.turn = new PartRun<>(parts, failures, clock);
    this.failures = failures;
    this.clock = clock;
  }

  /** The work of a part in a pass. */
  private interface Step<P extends HasMetadata> {
    PartRun.Result<P> of(Part<P> part, P primary, PartState before, Context<P> pass);
  }

  @Override
  public List<EventSource<?, P>> prepareEventSources(EventSourceContext<P> context) {
    var all = new ArrayList<>(parts.prepare(context));
    all.add(byPrimary);
    return all;
  }

  @Override
  @SuppressWarnings("unchecked") // An initializer has the type of its reconciler.
  public void initContext(P primary, Context<P> pass) {
    // This runs first, even before the SDK's own dependents: nothing may use a partly read primary.
    Unreadable.problemOf(primary)
        .ifPresent(
            problem -> {
              throw new UnreadablePrimaryException(problem);
            });
    for (var part : parts.list()) {
      if (part.reconciler() instanceof ContextInitializer<?> initializer) {
        ((ContextInitializer<P>) initializer)
            .initContext(primary, parts.view(pass, part, primary, pass.getRetryInfo()));
      }
    }
  }

  /**
   * Runs the due parts.
   *
   * @throws UnfinishedDeletionException if a part must run again for a deleted primary
   */
  @Override
  public UpdateControl<P> reconcile(P primary, Context<P> pass) {
    try (var passLog = PassLog.begin(primary, "reconcile")) {
      var progress = run(primary, pass, turn::reconcile);
      var control = UpdateControl.<P>noUpdate();
      return passLog.ending(
          pass.isPrimaryResourceDeleted()
              ? control
              : control.rescheduleAfter(progress.untilWake(clock.instant())));
    }
  }

  /**
   * Handles failures before the parts run: those of a single part's dependents. A failure of a part
   * is already reported.
   */
  @Override
  public ErrorStatusUpdateControl<P> updateErrorStatus(P primary, Context<P> pass, Exception e) {
    if (e instanceof UnreadablePrimaryException) {
      // Reported when it was read. A change of the primary triggers the next pass.
      return ErrorStatusUpdateControl.<P>noStatusUpdate().withNoRetry();
    }
    if (e instanceof UnfinishedDeletionException || parts.list().size() > 1) {
      return ErrorStatusUpdateControl.defaultErrorProcessing();
    }
    var part = parts.list().getFirst();
    var view = parts.view(pass, part, primary, pass.getRetryInfo());
    try {
      return switch (failures.verdict(part, primary, view, e)) {
        case Failures.Verdict.Retry() -> ErrorStatusUpdateControl.defaultErrorProcessing();
        case Failures.Verdict.NoRetry(var delay) -> {
          var control = ErrorStatusUpdateControl.<P>noStatusUpdate().withNoRetry();
          yield delay.map(control::rescheduleAfter).orElse(control);
        }
      };
    } catch (Error error) {
      throw new OperatorException(error.toString(), error);
    }
  }

  /** Runs the due clean-ups, and returns the progress after them. */
  final Progress cleanUp(P primary, Context<P> pass) {
    return run(primary, pass, turn::cleanUp);
  }

  final Clock clock() {
    return clock;
  }

  private Progress run(P primary, Context<P> pass, Step<P> step) {
    var begun = clock.instant();
    var before = before(primary, pass);
    var states = new ArrayList<>(before.parts());
    var current = primary;
    boolean isRetried = false;
    for (int i = 0; i < states.size(); i++) {
      if (before.isDue(i, begun)) {
        var result = step.of(parts.list().get(i), newest(current, pass), states.get(i), pass);
        states.set(i, result.state());
        current = result.primary();
        isRetried |= result.isRetried();
      }
    }
    var after = before.after(states);
    after.outcome(before).ifPresent(CurrentPass::endsIn);
    byPrimary.note(primary, after, pass.getPrimaryCache());
    if (isRetried && pass.isPrimaryResourceDeleted()) {
      throw new UnfinishedDeletionException(primary);
    }
    return after;
  }

  /** Returns the remembered progress; the SDK counts the failures after a deletion. */
  private Progress before(P primary, Context<P> pass) {
    var known = byPrimary.with(primary);
    return pass.isPrimaryResourceDeleted()
        ? known.failed(pass.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0))
        : known;
  }

  /**
   * Returns the newest version: an earlier part may have changed the primary, also by its own
   * requests.
   */
  private static <P extends HasMetadata> P newest(P known, Context<P> pass) {
    return pass.getPrimaryCache()
        .get(ResourceID.fromResource(known))
        .filter(cached -> version(cached) > version(known))
        .filter(cached -> Progress.Desired.of(cached).equals(Progress.Desired.of(known)))
        .orElse(known);
  }

  private static long version(HasMetadata primary) {
    try {
      return Long.parseLong(primary.getMetadata().getResourceVersion());
    } catch (NumberFormatException e) {
      return 0; // Its age is unknown, so it does not count as newer.
    }
  }

  /** A primary could be read only in part, so no part may run for it. */
  private static final class UnreadablePrimaryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadablePrimaryException(String problem) {
      super(problem);
    }
  }

  /**
   * Requests another pass over a deleted primary. The SDK ignores a timer for it, and forgets it
   * unless its pass throws (EventProcessor, 5.2.3). The failure itself is already reported, so this
   * exception has no stack trace.
   */
  private static final class UnfinishedDeletionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfinishedDeletionException(HasMetadata primary) {
      super(
          "the work after the deletion of %s is not finished"
              .formatted(primary.getMetadata().getName()),
          null,
          false,
          false);
    }
  }

  /** Remembers the progress for each primary while the primary exists. */
  private static final class ProgressByPrimary<P extends HasMetadata>
      extends AbstractEventSource<Object, P> implements ResourceEventAware<P> {
    private final Map<ResourceID, Progress> byPrimary = new ConcurrentHashMap<>();
    private final int parts;

    ProgressByPrimary(int parts) {
      super(Object.class, "catamaran-progress");
      this.parts = parts;
    }

    /** Returns the progress for the present desired state of a primary. */
    Progress with(P primary) {
      var desired = Desired.of(primary);
      var known = byPrimary.get(ResourceID.fromResource(primary));
      return known == null ? Progress.none(desired, parts) : known.towards(desired);
    }

    /**
     * Remembers the progress, if the primary still exists. A pass may end after the deletion of its
     * primary, and then no event would remove the entry.
     */
    void note(P primary, Progress progress, Cache<P> present) {
      var id = ResourceID.fromResource(primary);
      byPrimary.compute(id, (key, before) -> present.get(id).isPresent() ? progress : null);
    }

    @Override
    public void onResourceDeleted(P last) {
      byPrimary.remove(ResourceID.fromResource(last));
    }

    @Override
    public Set<Object> getSecondaryResources(P primary) {
      return Set.of();
    }
  }
}
