package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.util.Optional;

/**
 * Carries out an {@link UpdateControl} within a pass, for code with work after the update. Like the
 * SDK, it patches by server-side apply, forced, under the reconciler's field manager, and the
 * resource before its status. Unlike the SDK, it never creates a deleted primary again, and never
 * changes another primary of the same name: the patch contains the uid.
 */
public final class PrimaryUpdates {
  private PrimaryUpdates() {}

  /**
   * Patches the primary of a pass.
   *
   * @return the primary as stored by the API server; empty if there was nothing to patch
   * @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server refuses it
   */
  public static <P extends HasMetadata> Optional<P> carryOut(
      UpdateControl<P> control, Context<P> context) {
    var updated = Optional.<P>empty();
    if (control.isPatchResource()) {
      updated = Optional.of(patchResource(wanted(control, context), context));
    }
    if (control.isPatchStatus()) {
      var wanted = wanted(control, context);
      // The first patch has created a new resource version.
      updated.ifPresent(u -> wanted.getMetadata().setResourceVersion(null));
      updated = Optional.of(patchStatus(wanted, context));
    }
    return updated;
  }

  private static <P extends HasMetadata> P patchStatus(P wanted, Context<P> context) {
    return context.getClient().resource(wanted).subresource("status").patch(ssa(context));
  }

  private static <P extends HasMetadata> P patchResource(P wanted, Context<P> context) {
    var finalizer = context.getControllerConfiguration().getFinalizerName();
    if (context.getPrimaryResource().hasFinalizer(finalizer)) {
      // An apply without the finalizer would remove it.
      wanted.addFinalizer(finalizer);
    }
    return context.getClient().resource(wanted).patch(ssa(context));
  }

  private static <P extends HasMetadata> P wanted(UpdateControl<P> control, Context<P> context) {
    var wanted = bare(control.getResource().orElseThrow(), context);
    var primary = context.getPrimaryResource().getMetadata();
    if (wanted.getMetadata().getUid() == null
        && primary.getName().equals(wanted.getMetadata().getName())) {
      wanted.getMetadata().setUid(primary.getUid());
    }
    return wanted;
  }

  /** Returns a copy for an apply: the API server refuses managed fields. */
  private static <P extends HasMetadata> P bare(P wanted, Context<P> context) {
    var cloner = context.getControllerConfiguration().getConfigurationService().getResourceCloner();
    var copy = cloner.clone(wanted);
    copy.getMetadata().setManagedFields(null);
    return copy;
  }

  private static <P extends HasMetadata> PatchContext ssa(Context<P> context) {
    return new PatchContext.Builder()
        .withPatchType(PatchType.SERVER_SIDE_APPLY)
        .withFieldManager(context.getControllerConfiguration().fieldManager())
        .withForce(true)
        .build();
  }
}
