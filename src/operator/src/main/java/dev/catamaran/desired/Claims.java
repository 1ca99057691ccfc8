package dev.catamaran.desired;

import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which primaries want which release. A primary that finds its release taken learns at once when it
 * is free.
 */
public final class Claims {
  private final Map<PrimaryKey, ReleaseKey> byPrimary = new ConcurrentHashMap<>();

  /** Records that {@code primary} wants {@code release}, and no other any more. */
  void claim(PrimaryKey primary, ReleaseKey release) {
    byPrimary.put(primary, release);
  }

  /** Records that {@code primary} wants no release any more. */
  void withdraw(PrimaryKey primary) {
    byPrimary.remove(primary);
  }

  /**
   * Returns the primaries that a change of {@code revision} concerns: its owner, and those that
   * want its release.
   */
  public Set<PrimaryKey> concernedBy(Revision revision) {
    return Stream.concat(
            byPrimary.entrySet().stream()
                .filter(claim -> claim.getValue().equals(revision.release()))
                .map(Map.Entry::getKey),
            revision.origin().stream().map(origin -> PrimaryKey.of(origin.primary())))
        .collect(Collectors.toSet());
  }
}
