package dev.catamaran.cluster;

import dev.catamaran.informer.ReducingStore;
import java.util.function.Consumer;

/**
 * Decides which changes of a descendant concern its primary: content, ownership and readiness do,
 * counters in status do not.
 */
final class DescendantEvents implements ReducingStore.Listener<Descendant> {
  private final Consumer<PrimaryKey> onChange;

  DescendantEvents(Consumer<PrimaryKey> onChange) {
    this.onChange = onChange;
  }

  @Override
  public void added(Descendant now) {
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
    last.owners().keys().forEach(onChange);
  }

  private static boolean concerns(Descendant before, Descendant now) {
    return !before.contentHash().equals(now.contentHash())
        || !before.readiness().equals(now.readiness());
  }
}
