package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A finalizer that only some primaries need. (If all do, the SDK's {@link Cleaner} is enough.) A
 * reconciler has one in a field, and runs its pass within it:
 *
 * <pre>{@code
 * @ControllerConfiguration(triggerReconcilerOnAllEvents = true)
 * public final class AppReconciler implements Reconciler<App> {
 *   private final Finalizer<App> finalizer =
 *       Finalizer.of("apps.example.com/backup", this::removeBackup).when(App::hasBackup);
 *
 *   public UpdateControl<App> reconcile(App app, Context<App> context) throws Exception {
 *     return finalizer.around(app, context, this::bringAbout);
 *   }
 * }
 * }</pre>
 *
 * <p>It is added before the pass begins, so that nothing is made that would not be cleaned up. When
 * the primary is deleted the clean-up runs, again until it says that it is done, and then the
 * finalizer is removed; the pass does not run any more. Immutable.
 *
 * @param <P> the primary's type
 */
public final class Finalizer<P extends HasMetadata> {
  /** What the API server takes for a custom resource: a name, after a domain or alone. */
  private static final Pattern QUALIFIED_NAME =
      Pattern.compile(
          "([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private final String name;
  private final Cleaner<P> cleanUp;
  private final Predicate<P> isNeeded;
  private final boolean cleansUpWhenNotNeeded;

  private Finalizer(
      String name, Cleaner<P> cleanUp, Predicate<P> isNeeded, boolean cleansUpWhenNotNeeded) {
    this.name = name;
    this.cleanUp = cleanUp;
    this.isNeeded = isNeeded;
    this.cleansUpWhenNotNeeded = cleansUpWhenNotNeeded;
  }

  /**
   * A finalizer that every primary needs.
   *
   * @param name such as {@code apps.example.com/backup}
   * @param cleanUp what to do before a primary may go; {@link DeleteControl#noFinalizerRemoval()}
   *     if it is not done yet. It may be called again after it is done.
   * @throws IllegalArgumentException if the API server would refuse the name
   */
  public static <P extends HasMetadata> Finalizer<P> of(String name, Cleaner<P> cleanUp) {
    if (!QUALIFIED_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a valid finalizer: name it like 'apps.example.com/backup'".formatted(name));
    }
    return new Finalizer<>(name, cleanUp, primary -> true, false);
  }

  /**
   * This, for those primaries only that pass {@code check}. Where it no longer does, the finalizer
   * is taken off and nothing is cleaned up: of a primary that lives, nothing is removed unasked.
   */
  public Finalizer<P> when(Predicate<P> check) {
    return new Finalizer<>(name, cleanUp, check, cleansUpWhenNotNeeded);
  }

  /** This, but cleaning up also before it is taken off a primary that lives. */
  public Finalizer<P> cleaningUpWhenNotNeeded() {
    return new Finalizer<>(name, cleanUp, isNeeded, true);
  }

  /**
   * Runs {@code pass}, or the clean-up if the primary is about to be deleted.
   *
   * @return what the pass or the clean-up says of the next
   * @throws IllegalStateException if the reconciler does not hear of deletions: its
   *     {@code @ControllerConfiguration} must say {@code triggerReconcilerOnAllEvents = true}
   * @throws Exception what the pass or the clean-up throws, or the API server refuses
   */
  public UpdateControl<P> around(P primary, Context<P> context, Reconciler<P> pass)
      throws Exception {
    requireAllEvents(context);
    if (context.isPrimaryResourceDeleted()) {
      return UpdateControl.noUpdate();
    }
    if (primary.isMarkedForDeletion()) {
      return rescheduled(UpdateControl.noUpdate(), release(primary, context, true));
    }
    if (isNeeded.test(primary)) {
      return pass.reconcile(add(primary, context), context);
    }
    var released = release(primary, context, cleansUpWhenNotNeeded);
    return rescheduled(pass.reconcile(primary, context), released);
  }

  private P add(P primary, Context<P> context) {
    if (primary.hasFinalizer(name)) {
      return primary;
    }
    var newest = Newest.of(primary, context);
    var all = new ArrayList<>(newest.getMetadata().getFinalizers());
    all.add(name);
    return write(newest, all, context);
  }

  private DeleteControl release(P primary, Context<P> context, boolean cleansUp) throws Exception {
    if (!primary.hasFinalizer(name)) {
      return DeleteControl.defaultDelete();
    }
    var done = cleansUp ? cleanUp.cleanup(primary, context) : DeleteControl.defaultDelete();
    if (done.isRemoveFinalizer()) {
      remove(Newest.of(primary, context), context);
    }
    return done;
  }

  private void remove(P newest, Context<P> context) {
    var others =
        newest.getMetadata().getFinalizers().stream().filter(each -> !each.equals(name)).toList();
    try {
      write(newest, others, context);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }

  /**
   * The whole list, but only of the version that it was read of: a patch of one item goes by its
   * index, which others may shift. Where they did the pass ends, and the next sees it.
   */
  private P write(P newest, List<String> finalizers, Context<P> context) {
    var version = newest.getMetadata().getResourceVersion();
    var patch = Map.of("metadata", Map.of("resourceVersion", version, "finalizers", finalizers));
    var written =
        context
            .getClient()
            .resource(newest)
            .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch));
    context
        .eventSourceRetriever()
        .getControllerEventSource()
        .handleRecentResourceUpdate(ResourceID.fromResource(written), written, newest);
    return written;
  }

  private UpdateControl<P> rescheduled(UpdateControl<P> control, DeleteControl released) {
    var delay = released.getScheduleDelay();
    boolean isSooner =
        delay.isPresent() && control.getScheduleDelay().filter(d -> d <= delay.get()).isEmpty();
    return isSooner ? control.rescheduleAfter(delay.get()) : control;
  }

  private static void requireAllEvents(Context<?> context) {
    var configuration = context.getControllerConfiguration();
    if (!configuration.triggerReconcilerOnAllEvents()) {
      throw new IllegalStateException(
          "%s would never hear that a primary is deleted, so that its finalizer would stay: add triggerReconcilerOnAllEvents = true to its @ControllerConfiguration"
              .formatted(configuration.getAssociatedReconcilerClassName()));
    }
  }
}
