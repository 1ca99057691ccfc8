package dev.catamaran.cluster;

import dev.catamaran.informer.ReducingStore;
import java.util.function.Consumer;

/**
 * Decides which changes of a descendant concern its primary: content, ownership and readiness do,
 * counters in status do not.
 */
record DescendantEvents(Departures departures, Consumer<PrimaryKey> onChange)
    implements ReducingStore.Listener<Descendant> {
  @Override
  public void added(Descendant now) {
    departures.arrived(now.key());
    now.owners().keys().forEach(onChange);
  }

  @Override
  public void changed(Descendant before, Descendant now) {
    now.follow(before);
    if (concerns(before, now)) {
      now.owners().keys().forEach(onChange);
    }
    if (!before.owners().equals(now.owners())) {
      before.owners().keys().forEach(onChange);
    }
  }

  @Override
  public void removed(Descendant last) {
    departures.left(last.key(), last.ending());
    last.owners().keys().forEach(onChange);
  }

  private static boolean concerns(Descendant before, Descendant now) {
    return !before.contentHash().equals(now.contentHash())
        || !before.readiness().equals(now.readiness());
  }
}
