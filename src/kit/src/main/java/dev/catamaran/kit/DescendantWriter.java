package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.net.HttpURLConnection;
import java.util.Optional;

/**
 * The requests for descendants.
 *
 * @param context of the pass
 * @param isForced whether to take fields from other field managers
 */
record DescendantWriter(Context<?> context, boolean isForced) {
  /** No object has this resource version: etcd increments it before it stores the first object. */
  private static final String NO_OBJECTS_VERSION = "1";

  /**
   * Applies an object if none has its name. One request does so, and it cannot touch a foreign
   * object. A POST is not suitable: its fields remain when they are no longer applied.
   *
   * @return empty if an object of that name exists
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

  /** Reads the object with the name of {@code desired}. */
  Optional<HasMetadata> read(HasMetadata desired) {
    return Optional.ofNullable(context.getClient().resource(desired).get());
  }

  /**
   * Applies to the object of that uid only, not to a later object of the same name.
   *
   * @throws FieldConflictException if other field managers own some of its fields
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

  /** Deletes an object. If it changed since it was read, the next pass handles it. */
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
