package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;

/** Carries a {@link DeploymentStep} out. Sends nothing when the informer shows nothing to do. */
final class Deployments {

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final KubernetesClient client;
  private final InformerEventSource<Deployment, MemcachedBackup> informer;

  Deployments(KubernetesClient client, InformerEventSource<Deployment, MemcachedBackup> informer) {
    this.client = client;
    this.informer = informer;
  }

  /**
   * Brings the Deployment of a MemcachedBackup to what it must be.
   *
   * @throws KubernetesClientException if the API server refuses
   */
  Workload ensure(MemcachedBackup backup) {
    var seen = informer.get(ResourceID.fromResource(backup));
    return carryOut(backup, DeploymentStep.next(backup, seen));
  }

  private Workload carryOut(MemcachedBackup backup, DeploymentStep step) {
    return switch (step) {
      case DeploymentStep.Create(var desired) -> create(backup, desired);
      case DeploymentStep.Patch(var current, var patch) -> patch(current, patch);
      case DeploymentStep.Keep(var current) -> new Workload.Ours(current);
      case DeploymentStep.Yield(var foreign) -> new Workload.Foreign(foreign);
    };
  }

  private Workload create(MemcachedBackup backup, Deployment desired) {
    try {
      var created = client.resource(desired).create();
      informer.handleRecentResourceCreate(ResourceID.fromResource(created), created);
      return new Workload.Ours(created);
    } catch (KubernetesClientException refusal) {
      if (refusal.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw refusal;
      }
      return carryOut(backup, DeploymentStep.next(backup, Optional.of(unseen(desired, refusal))));
    }
  }

  /**
   * The Deployment that has the name though the informer does not show it: somebody else's, or ours
   * after it lost the labels that the informer selects on.
   */
  private Deployment unseen(Deployment desired, KubernetesClientException refusal) {
    var live = client.resource(desired).get();
    if (live == null) {
      throw refusal;
    }
    return live;
  }

  private Workload patch(Deployment current, Map<String, Object> mergePatch) {
    var patched = client.resource(current).patch(MERGE, Serialization.asJson(mergePatch));
    informer.handleRecentResourceUpdate(ResourceID.fromResource(patched), patched, current);
    return new Workload.Ours(patched);
  }
}
