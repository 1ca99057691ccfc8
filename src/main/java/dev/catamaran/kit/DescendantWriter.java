package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.net.HttpURLConnection;
import java.util.Optional;

/**
 * The requests about descendants.
 *
 * @param context of the pass
 * @param isForced whether fields are taken from others
 */
record DescendantWriter(Context<?> context, boolean isForced) {
  /** No object has it: etcd counts on from there before it stores the first. */
  private static final String NO_OBJECTS_VERSION = "1";

  /**
   * Applies an object if there is none of its name: one request, which cannot touch another's. A
   * POST would not do: what it sets stays set when it is no longer applied.
   *
   * @return empty if there is one
   * @throws KubernetesClientException if the API server refuses for another reason
   */
  Optional<HasMetadata> create(HasMetadata desired) {
    var metadata = desired.getMetadata();
    try {
      metadata.setResourceVersion(NO_OBJECTS_VERSION);
      return Optional.of(send(desired, isForced));
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      return Optional.empty();
    } finally {
      metadata.setResourceVersion(null);
    }
  }

  /** What has the name of {@code desired}. */
  Optional<HasMetadata> read(HasMetadata desired) {
    return Optional.ofNullable(context.getClient().resource(desired).get());
  }

  /**
   * Applies to the object of that uid, and to no other that may have its name meanwhile.
   *
   * @throws FieldConflictException if others hold some of its fields
   * @throws KubernetesClientException if the API server refuses for another reason
   */
  HasMetadata apply(HasMetadata desired, String uid) {
    var metadata = desired.getMetadata();
    try {
      metadata.setUid(uid);
      return send(desired, isForced);
    } catch (KubernetesClientException e) {
      throw FieldConflictException.of(desired, e).<RuntimeException>map(c -> c).orElse(e);
    } finally {
      metadata.setUid(null);
    }
  }

  /** Deletes an object; one that changed since it was seen is left to the pass that follows. */
  void delete(HasMetadata seen) {
    try {
      context
          .getClient()
          .resource(seen)
          .lockResourceVersion(seen.getMetadata().getResourceVersion())
          .delete();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
  }

  private HasMetadata send(HasMetadata desired, boolean force) {
    var patch =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(context.getControllerConfiguration().fieldManager())
            .withForce(force)
            .build();
    return context.getClient().resource(desired).patch(patch);
  }
}
