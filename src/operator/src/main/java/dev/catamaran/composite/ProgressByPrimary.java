package dev.catamaran.composite;

import dev.catamaran.composite.Progress.Desired;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the progress for each primary while the primary exists. */
final class ProgressByPrimary<P extends HasMetadata> extends AbstractEventSource<Object, P>
    implements ResourceEventAware<P> {
  private final Map<ResourceID, Progress> byPrimary = new ConcurrentHashMap<>();
  private final int parts;

  ProgressByPrimary(int parts) {
    super(Object.class, "catamaran-progress");
    this.parts = parts;
  }

  /** Returns the progress for the present desired state of a primary. */
  Progress with(P primary) {
    var desired = Desired.of(primary);
    var known = byPrimary.get(ResourceID.fromResource(primary));
    return known == null ? Progress.none(desired, parts) : known.towards(desired);
  }

  /**
   * Remembers the progress, if the primary still exists. A pass may end after the deletion of its
   * primary, and then no event would remove the entry.
   */
  void note(P primary, Progress progress, Cache<P> present) {
    var id = ResourceID.fromResource(primary);
    byPrimary.compute(id, (key, before) -> present.get(id).isPresent() ? progress : null);
  }

  void forget(P primary) {
    byPrimary.remove(ResourceID.fromResource(primary));
  }

  int size() {
    return byPrimary.size();
  }

  @Override
  public void onResourceDeleted(P last) {
    forget(last);
  }

  @Override
  public Set<Object> getSecondaryResources(P primary) {
    return Set.of();
  }
}
