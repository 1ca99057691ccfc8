package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A reconciler with one hook for each event: a primary was added, updated or deleted, or is only
 * checked again.
 *
 * <p>No event is lost while the operator is down. The finalizer is added before the call of {@link
 * #added}, so {@link #deleted} is always called, even if {@code added} never succeeded. An
 * annotation, {@code handled-generation.catamaran.dev/} and the reconciler's name, keeps the last
 * handled generation over a restart. It is written after a hook has returned and its update is
 * patched. So a hook that throws is called again, and each hook may be called more than once for
 * the same event: it must be idempotent. Several changes between two passes are one update. Changes
 * of secondary resources lead to {@link #resynced}.
 *
 * <p>A change is a change of {@code metadata.generation}; kinds without one have no updates.
 */
public abstract class HookedReconciler<P extends HasMetadata> implements Reconciler<P>, Cleaner<P> {
  private final HandledPrimaries<P> handled = new HandledPrimaries<>();

  /** For subclasses. */
  protected HookedReconciler() {}

  /** Handles a primary for the first time. */
  protected abstract UpdateControl<P> added(P primary, Context<P> context) throws Exception;

  /**
   * Handles a changed spec.
   *
   * @param before the primary as handled last; empty if that was before a restart
   */
  protected abstract UpdateControl<P> updated(P primary, Optional<P> before, Context<P> context)
      throws Exception;

  /**
   * Handles an unchanged spec: the operator has started, the period is over, or another watched
   * object has changed. Does nothing unless it is overridden.
   */
  protected UpdateControl<P> resynced(P primary, Context<P> context) throws Exception {
    return UpdateControl.noUpdate();
  }

  /**
   * Handles the deletion of a primary. After it is done, the finalizer is removed.
   *
   * @return {@link DeleteControl#noFinalizerRemoval()} to be called again
   */
  protected abstract DeleteControl deleted(P primary, Context<P> context) throws Exception;

  /** Returns further event sources. Returns none unless it is overridden. */
  protected List<EventSource<?, P>> eventSources(EventSourceContext<P> context) {
    return List.of();
  }

  @Override
  public final List<EventSource<?, P>> prepareEventSources(EventSourceContext<P> context) {
    var all = new ArrayList<>(eventSources(context));
    all.add(handled);
    return all;
  }

  @Override
  public final UpdateControl<P> reconcile(P primary, Context<P> context) throws Exception {
    var annotation = HandledMark.annotation(context.getControllerConfiguration().getName());
    var now = HandledMark.of(primary);
    var onPrimary = HandledMark.on(primary, annotation);
    var before = handled.last(primary);
    var handledBefore = before.map(HandledMark::of).or(() -> onPrimary);
    var asHandled = copy(primary, context);
    var control = call(Occasion.of(now, handledBefore), primary, before, context);
    PrimaryUpdates.carryOut(control, context);
    if (!handledBefore.equals(Optional.of(now))) {
      write(annotation, now, primary, context);
    }
    handled.note(asHandled, context.getPrimaryCache());
    var rest = UpdateControl.<P>noUpdate();
    control.getScheduleDelay().ifPresent(rest::rescheduleAfter);
    return rest;
  }

  /** A hook may change its argument. */
  private static <P extends HasMetadata> P copy(P primary, Context<P> context) {
    var service = context.getControllerConfiguration().getConfigurationService();
    return service.getResourceCloner().clone(primary);
  }

  private UpdateControl<P> call(
      Occasion occasion, P primary, Optional<P> before, Context<P> context) throws Exception {
    return switch (occasion) {
      case ADDED -> added(primary, context);
      case UPDATED -> updated(primary, before, context);
      case RESYNCED -> resynced(primary, context);
    };
  }

  @Override
  public final DeleteControl cleanup(P primary, Context<P> context) throws Exception {
    return deleted(primary, context);
  }

  /** The uid prevents a mark on another object of the same name. */
  private void write(String annotation, HandledMark mark, P primary, Context<P> context) {
    var patch =
        Map.of(
            "metadata", Map.of("uid", mark.uid(), "annotations", Map.of(annotation, mark.text())));
    context
        .getClient()
        .resource(primary)
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withFieldManager(context.getControllerConfiguration().fieldManager() + "-hooks")
                .build(),
            Serialization.asJson(patch));
  }

  /**
   * Remembers the last handled state of each existing primary. It is read before the annotation,
   * which the watch may not show yet.
   */
  private static final class HandledPrimaries<P extends HasMetadata>
      extends AbstractEventSource<Object, P> implements ResourceEventAware<P> {
    private final Map<ResourceID, P> last = new ConcurrentHashMap<>();

    HandledPrimaries() {
      super(Object.class, "handled-primaries");
    }

    /** Empty for another object of the same name. */
    Optional<P> last(P primary) {
      return Optional.ofNullable(last.get(ResourceID.fromResource(primary)))
          .filter(p -> p.getMetadata().getUid().equals(primary.getMetadata().getUid()));
    }

    /** Remembers a handled primary, unless it was deleted in the meantime. */
    void note(P primary, Cache<P> present) {
      var id = ResourceID.fromResource(primary);
      last.compute(id, (key, before) -> present.get(id).isPresent() ? primary : null);
    }

    @Override
    public void onResourceDeleted(P gone) {
      last.remove(ResourceID.fromResource(gone));
    }

    @Override
    public Set<Object> getSecondaryResources(P primary) {
      return Set.of();
    }
  }
}
