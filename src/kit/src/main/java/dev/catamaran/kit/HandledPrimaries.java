package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the last handled state of each existing primary. It is read before the annotation,
 * which the watch may not show yet.
 */
final class HandledPrimaries<P extends HasMetadata> extends AbstractEventSource<Object, P>
    implements ResourceEventAware<P> {
  private final Map<ResourceID, P> last = new ConcurrentHashMap<>();

  HandledPrimaries() {
    super(Object.class, "handled-primaries");
  }

  /** Empty for another object of the same name. */
  Optional<P> last(P primary) {
    return Optional.ofNullable(last.get(ResourceID.fromResource(primary)))
        .filter(p -> p.getMetadata().getUid().equals(primary.getMetadata().getUid()));
  }

  /** Remembers a handled primary, unless it was deleted in the meantime. */
  void note(P primary, Cache<P> present) {
    var id = ResourceID.fromResource(primary);
    last.compute(id, (key, before) -> present.get(id).isPresent() ? primary : null);
  }

  @Override
  public void onResourceDeleted(P gone) {
    last.remove(ResourceID.fromResource(gone));
  }

  @Override
  public Set<Object> getSecondaryResources(P primary) {
    return Set.of();
  }
}
