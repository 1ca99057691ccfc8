package dev.catamaran.reconcile;

import dev.catamaran.release.Believed;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Which stored revisions of each primary are believed, during its passes; and between them as far
 * as its status does not say it yet.
 */
final class Beliefs {
  private final Map<String, Believed> byPrimary = new ConcurrentHashMap<>();
  private final Map<String, Consumer<Believed>> announcements = new ConcurrentHashMap<>();
  private final Map<String, List<String>> removed = new ConcurrentHashMap<>();

  /**
   * A pass begins.
   *
   * @param told what the status says
   * @param announcement writes what is about to be done into the status
   */
  void begin(PrimaryIdentity primary, Believed told, Consumer<Believed> announcement) {
    announcements.put(primary.uid(), announcement);
    byPrimary.merge(primary.uid(), told, (before, now) -> now.with(before));
  }

  /** What is believed of a primary. */
  Believed of(PrimaryIdentity primary) {
    return byPrimary.getOrDefault(primary.uid(), Believed.nothing());
  }

  boolean covers(PrimaryIdentity primary, Revision revision) {
    return of(primary).covers(revision, primary);
  }

  /** From now on {@code revision} is believed as it is. */
  void note(PrimaryIdentity primary, Revision revision) {
    byPrimary.compute(
        primary.uid(),
        (uid, before) -> (before == null ? Believed.nothing() : before).with(revision));
  }

  /**
   * Helm is about to store a revision made from {@code input}; the status says so first, as a crash
   * may come before it can say what was stored.
   */
  void announce(PrimaryIdentity primary, String input) {
    announcements.getOrDefault(primary.uid(), believed -> {}).accept(of(primary).attempting(input));
  }

  /** Takes note that stored revisions were removed since nothing vouched for them. */
  void noteRemoved(PrimaryIdentity primary, List<String> secrets) {
    if (!secrets.isEmpty()) {
      removed.computeIfAbsent(primary.uid(), uid -> new CopyOnWriteArrayList<>()).addAll(secrets);
    }
  }

  /** The release Secrets that were removed in this pass. */
  List<String> removed(PrimaryIdentity primary) {
    return removed.getOrDefault(primary.uid(), List.of());
  }

  /** A pass ends, and the status says all of it. */
  void told(PrimaryIdentity primary) {
    byPrimary.remove(primary.uid());
    removed.remove(primary.uid());
    announcements.remove(primary.uid());
  }
}
