package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Optional;

/**
 * The labels on everything made for a {@link MemcachedBackup}, and what the informers select on.
 */
final class MemcachedLabels {

  private static final String NAME = "app.kubernetes.io/name";
  private static final String INSTANCE = "app.kubernetes.io/instance";
  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  private static final String APPLICATION = "memcachedbackup";

  /** Who manages them. */
  static final String MANAGER = "catamaran";

  /** Selects the objects of all MemcachedBackups and of nothing else in the cluster. */
  static final String SELECTOR = NAME + "=" + APPLICATION + "," + MANAGED_BY + "=" + MANAGER;

  private MemcachedLabels() {}

  /** The labels of one MemcachedBackup's objects. */
  static Map<String, String> of(String backupName) {
    return Map.of(NAME, APPLICATION, INSTANCE, backupName, MANAGED_BY, MANAGER);
  }

  /** The name of the MemcachedBackup that an object was made for, if its label says so. */
  static Optional<String> backupName(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata().getLabels())
        .map(labels -> labels.get(INSTANCE));
  }
}
