package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Ending;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What became of the objects of a revision since Helm has made it. */
record MadeObjects(
    LiveObjects live, Descendants descendants, DriftDetector detector, ApiResources apis) {
  /** A record of them must fit into an annotation. */
  private static final int MOST_ENDED = 200;

  /** The watch usually delivers a change some milliseconds after Helm's request. */
  private static final Duration DELIVERY = Duration.ofMillis(250);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

  Set<ObjectKey> known(PrimaryIdentity primary) {
    return descendants.namedBy(PrimaryKey.of(primary)).stream()
        .map(Descendant::key)
        .collect(Collectors.toSet());
  }

  /**
   * Reads the objects whose state in memory may be from before Helm's call. One that was unknown
   * then, and is known now, is the one that Helm made; if it is not known now, the watch has a
   * moment to deliver it.
   */
  void readAgain(Revision made, Predicate<ObjectKey> wasKnown, Ownership ownership) {
    long deadline = System.nanoTime() + DELIVERY.toNanos();
    for (var object : made.manifest().readable()) {
      apis.locate(object.key(), made.release().namespace())
          .filter(descendants::watch)
          .filter(key -> mayBeOld(key, wasKnown) || !isDelivered(key, deadline))
          .ifPresent(key -> readAgain(key, ownership));
    }
  }

  private boolean mayBeOld(ObjectKey key, Predicate<ObjectKey> wasKnown) {
    return Workloads.isAwaited(key) && (wasKnown.test(key) || descendants.departures().knows(key));
  }

  private boolean isDelivered(ObjectKey key, long deadline) {
    while (descendants.find(key).isEmpty()) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return true;
  }

  private void readAgain(ObjectKey key, Ownership ownership) {
    var before = descendants.version(key);
    live.get(key)
        .ifPresentOrElse(
            found -> take(found, ownership),
            () -> before.ifPresent(version -> descendants.retract(key, version)));
  }

  /** Nothing watches an object without the marks of its primary: it is drift. */
  private void take(GenericKubernetesResource found, Ownership ownership) {
    var now = Descendant.of(found);
    if (now.owners().names(PrimaryKey.of(ownership.primary()))) {
      descendants.offer(found);
      detector.found(now);
    }
  }

  Map<ObjectKey, Ending> ended(Revision revision) {
    var ended = new HashMap<>(revision.ended());
    for (var object : revision.manifest().readable()) {
      apis.locate(object.key(), revision.release().namespace())
          .filter(key -> Endings.mayEnd(key) && ended.size() < MOST_ENDED)
          .flatMap(
              key ->
                  descendants
                      .find(key)
                      .flatMap(Descendant::ending)
                      .or(() -> descendants.departures().ending(key))
                      .map(end -> Map.entry(key, end)))
          .ifPresent(entry -> ended.putIfAbsent(entry.getKey(), entry.getValue()));
    }
    return ended;
  }
}
