package dev.catamaran.typed;

import dev.catamaran.typed.Progress.Desired;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the progress with each primary as long as there is the primary. */
final class ProgressByPrimary<P extends HasMetadata> extends AbstractEventSource<Object, P>
    implements ResourceEventAware<P> {
  private final Map<ResourceID, Progress> byPrimary = new ConcurrentHashMap<>();
  private final int parts;

  ProgressByPrimary(int parts) {
    super(Object.class, "catamaran-ledger");
    this.parts = parts;
  }

  /** The progress with a primary as it is desired now. */
  Progress with(P primary) {
    var desired = Desired.of(primary);
    var known = byPrimary.get(ResourceID.fromResource(primary));
    return known == null ? Progress.none(desired, parts) : known.towards(desired);
  }

  /**
   * Remembers it, if the primary is still there: a pass may end after its primary has gone, and
   * nobody would forget it then.
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
