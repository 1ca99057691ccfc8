package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The descendants of one primary after they were applied. Read-only. */
public final class LiveDescendants {
  private final Map<Reconciliation.Key, HasMetadata> objects;
  private final Function<HasMetadata, Reconciliation.Key> keys;

  LiveDescendants(
      Map<Reconciliation.Key, HasMetadata> objects,
      Function<HasMetadata, Reconciliation.Key> keys) {
    this.objects = objects;
    this.keys = keys;
  }

  /**
   * Returns the live object with the kind and name of {@code desired}. It may be under deletion.
   *
   * @throws NullPointerException if no object of that kind and name was applied
   */
  @SuppressWarnings("unchecked") // A key's kind is a type.
  public <R extends HasMetadata> R get(R desired) {
    var found = objects.get(keys.apply(desired));
    return (R) Objects.requireNonNull(found, () -> Named.of(desired) + " was not applied");
  }

  /** Returns all objects in the order in which they were applied. */
  public Collection<HasMetadata> all() {
    return Collections.unmodifiableCollection(objects.values());
  }
}
