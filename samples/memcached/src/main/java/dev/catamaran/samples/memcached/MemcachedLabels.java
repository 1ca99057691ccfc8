package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Optional;

/** Labels on all objects of a {@link MemcachedBackup}, and the informers' selector. */
final class MemcachedLabels {

  private static final String NAME = "app.kubernetes.io/name";
  private static final String INSTANCE = "app.kubernetes.io/instance";
  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  private static final String APPLICATION = "memcachedbackup";

  /** Value of the label {@code managed-by}. */
  static final String MANAGER = "catamaran";

  /** Selects the objects of all MemcachedBackups and nothing else in the cluster. */
  static final String SELECTOR = NAME + "=" + APPLICATION + "," + MANAGED_BY + "=" + MANAGER;

  private MemcachedLabels() {}

  /** Returns the labels of one MemcachedBackup's objects. */
  static Map<String, String> of(String backupName) {
    return Map.of(NAME, APPLICATION, INSTANCE, backupName, MANAGED_BY, MANAGER);
  }

  /** Returns the name of an object's MemcachedBackup, if its label contains one. */
  static Optional<String> backupName(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata().getLabels())
        .map(labels -> labels.get(INSTANCE));
  }
}
