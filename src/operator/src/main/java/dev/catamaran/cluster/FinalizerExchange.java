package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.cluster.KindClasses.OfKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;

/**
 * Removes the finalizers of the Go operators from a primary as soon as it has ours: no other client
 * would remove them any more.
 */
public record FinalizerExchange(KubernetesClient client) {
  /**
   * Removes them, if there are any. Skips a primary that changed meanwhile: this change causes
   * another pass.
   *
   * @throws KubernetesClientException if the API server refuses or cannot be reached
   */
  public void complete(OfKind primary) {
    if (!primary.hasFinalizer(Finalizers.OURS) || !Finalizers.hasPredecessors(primary)) {
      return;
    }
    var patch = JsonNodeFactory.instance.objectNode();
    var metadata = patch.putObject("metadata");
    metadata.put("resourceVersion", primary.getMetadata().getResourceVersion());
    var finalizers = metadata.putArray("finalizers");
    Finalizers.withoutPredecessors(primary).forEach(finalizers::add);
    try {
      client.resource(primary).patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT
          && e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }

  /**
   * Whether the primary is gone or being deleted, whatever its watch has told so far.
   *
   * @throws KubernetesClientException if the API server refuses or cannot be reached
   */
  public boolean isGoing(OfKind primary) {
    var found = client.resource(primary).get();
    return found == null
        || found.isMarkedForDeletion()
        || !found.getMetadata().getUid().equals(primary.getMetadata().getUid());
  }
}
