package dev.catamaran.desired;

import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which primaries want which release. A primary that finds its release taken learns at once when it
 * is free.
 */
public final class Claims {
  private final Map<PrimaryKey, ReleaseKey> byPrimary = new HashMap<>();
  private final Map<ReleaseKey, Set<PrimaryKey>> byRelease = new HashMap<>();

  /** Records that {@code primary} wants {@code release}, and no other any more. */
  synchronized void claim(PrimaryKey primary, ReleaseKey release) {
    var before = byPrimary.put(primary, release);
    if (!release.equals(before)) {
      if (before != null) {
        withdraw(primary, before);
      }
      byRelease.computeIfAbsent(release, key -> new HashSet<>()).add(primary);
    }
  }

  /** Records that {@code primary} wants no release any more. */
  synchronized void withdraw(PrimaryKey primary) {
    var before = byPrimary.remove(primary);
    if (before != null) {
      withdraw(primary, before);
    }
  }

  /**
   * Returns the primaries that a change of {@code revision} concerns: its owner, and those that
   * want its release.
   */
  public synchronized Set<PrimaryKey> concernedBy(Revision revision) {
    var concerned = new HashSet<>(byRelease.getOrDefault(revision.release(), Set.of()));
    revision.origin().ifPresent(origin -> concerned.add(PrimaryKey.of(origin.primary())));
    return concerned;
  }

  private void withdraw(PrimaryKey primary, ReleaseKey release) {
    byRelease.computeIfPresent(
        release,
        (key, primaries) -> {
          primaries.remove(primary);
          return primaries.isEmpty() ? null : primaries;
        });
  }
}
