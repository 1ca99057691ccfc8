package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.apps.Deployment;

/** The Deployment that has a {@link MemcachedBackup}'s name, as it stands after a pass. */
sealed interface Workload {

  /** Ours: created or kept by this MemcachedBackup. */
  record Ours(Deployment deployment) implements Workload {}

  /** Somebody else's, which is never taken over. */
  record Foreign(Deployment deployment) implements Workload {}
}
