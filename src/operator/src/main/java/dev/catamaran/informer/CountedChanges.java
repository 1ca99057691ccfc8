package dev.catamaran.informer;

import dev.catamaran.informer.ReducingStore.Listener;
import dev.catamaran.telemetry.InformerMeters;
import dev.catamaran.telemetry.InformerMeters.Change;

/**
 * Counts the changes that it passes on.
 *
 * @param <R> the reduced form
 * @param next receives each change
 * @param meters of the kind
 */
public record CountedChanges<R>(Listener<R> next, InformerMeters.OfKind meters)
    implements Listener<R> {

  @Override
  public void added(R now) {
    meters.count(Change.ADDED);
    next.added(now);
  }

  @Override
  public void changed(R before, R now) {
    meters.count(Change.UPDATED);
    next.changed(before, now);
  }

  @Override
  public void removed(R last) {
    meters.count(Change.DELETED);
    next.removed(last);
  }
}
