package dev.catamaran.cluster;

import dev.catamaran.release.PrimaryIdentity;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/** Decides whether the primary of a revision still exists. */
public record LivingPrimaries(KubernetesClient client, ApiResources apis) {
  /** Whether the primary may exist; true if the operator has no right to read it. */
  public boolean mayLive(PrimaryIdentity primary) {
    return apis.find(primary.apiVersion(), primary.kind())
        .filter(api -> isThere(primary, api))
        .isPresent();
  }

  private boolean isThere(PrimaryIdentity primary, ResourceDefinitionContext api) {
    try {
      var found = find(primary, api);
      return found != null && primary.uid().equals(found.getMetadata().getUid());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return true;
      }
      throw e;
    }
  }

  private @Nullable GenericKubernetesResource find(
      PrimaryIdentity primary, ResourceDefinitionContext api) {
    var all = client.genericKubernetesResources(api);
    return primary.namespace().isEmpty()
        ? all.withName(primary.name()).get()
        : all.inNamespace(primary.namespace()).withName(primary.name()).get();
  }
}
