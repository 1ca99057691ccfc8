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
 * <p>The finalizer is added before the pass begins, so the pass creates nothing without a later
 * clean-up. When the primary is deleted, the clean-up runs instead of the pass. It is repeated
 * until it reports that it is done. Then the finalizer is removed. Immutable.
 *
 * @param <P> the primary's type
 */
public final class Finalizer<P extends HasMetadata> {
  /** The API server's rule for a custom resource: a name, with or without a domain before it. */
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
   * Returns a finalizer that every primary needs.
   *
   * @param name such as {@code apps.example.com/backup}
   * @param cleanUp work before a primary is deleted; {@link DeleteControl#noFinalizerRemoval()} if
   *     it is not done yet. It may be called again after it is done.
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
   * Returns this finalizer for only those primaries that pass {@code check}. When a primary no
   * longer passes, the finalizer is removed without a clean-up: nothing of an existing primary is
   * deleted unasked.
   */
  public Finalizer<P> when(Predicate<P> check) {
    return new Finalizer<>(name, cleanUp, check, cleansUpWhenNotNeeded);
  }

  /** Returns this finalizer with a clean-up also before its removal from an existing primary. */
  public Finalizer<P> cleaningUpWhenNotNeeded() {
    return new Finalizer<>(name, cleanUp, isNeeded, true);
  }

  /**
   * Runs {@code pass}, or the clean-up if the primary is being deleted.
   *
   * @return the next run that the pass or the clean-up asks for
   * @throws IllegalStateException if the reconciler gets no deletion events: its
   *     {@code @ControllerConfiguration} must say {@code triggerReconcilerOnAllEvents = true}
   * @throws Exception if the pass or the clean-up fails, or the API server refuses
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
   * Writes the whole list, but only to the version that was read. A patch of one item uses its
   * index, which other clients may shift. If the version has changed, the pass ends, and the next
   * pass has the new version.
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
