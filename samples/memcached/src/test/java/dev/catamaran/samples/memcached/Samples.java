package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;

/** Objects as the API server would show them. */
final class Samples {

  private Samples() {}

  static MemcachedBackup backup(int size) {
    var backup = new MemcachedBackup();
    backup.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("default")
            .withName("sample")
            .withUid("uid-of-sample")
            .withGeneration(7L)
            .build());
    backup.setSpec(new MemcachedBackupSpec(size));
    return backup;
  }

  /** The Deployment of the given MemcachedBackup, just stored: generation 1, no status yet. */
  static Deployment stored(MemcachedBackup backup) {
    return new DeploymentBuilder(MemcachedDeployment.of(backup))
        .editMetadata()
        .withUid("uid-of-deployment")
        .withGeneration(1L)
        .endMetadata()
        .build();
  }

  /** The same Deployment with these numbers of replicas. */
  static Deployment running(MemcachedBackup backup, int replicas, int ready) {
    return new DeploymentBuilder(stored(backup))
        .withNewStatus()
        .withObservedGeneration(1L)
        .withReplicas(replicas)
        .withUpdatedReplicas(replicas)
        .withReadyReplicas(ready)
        .withAvailableReplicas(ready)
        .endStatus()
        .build();
  }

  static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }
}
