package dev.catamaran.helm;

import dev.catamaran.informer.ReducingStore;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The watched revisions, by release; reports changed ones. */
final class RevisionIndex implements ReducingStore.Listener<Optional<Revision>> {
  private final Map<ReleaseKey, Map<Integer, Revision>> byRelease = new ConcurrentHashMap<>();

  /** By uid; may name a release that another primary has taken over. */
  private final Map<String, Set<ReleaseKey>> byPrimary = new ConcurrentHashMap<>();

  private final Consumer<Revision> onChange;

  /** What a pass decides on. */
  private record Inputs(
      RevisionStatus status,
      String digest,
      Optional<Revision.Origin> origin,
      Revision.Tests tests) {
    static Inputs of(Revision revision) {
      return new Inputs(revision.status(), revision.digest(), revision.origin(), revision.tests());
    }
  }

  RevisionIndex(Consumer<Revision> onChange) {
    this.onChange = onChange;
  }

  History history(ReleaseKey release) {
    return new History(byRelease.getOrDefault(release, Map.of()).values().stream().toList());
  }

  List<ReleaseKey> releasesOf(PrimaryIdentity primary) {
    return byPrimary.getOrDefault(primary.uid(), Set.of()).stream()
        .filter(
            release ->
                history(release).revisions().stream()
                    .anyMatch(revision -> revision.belongsTo(primary)))
        .toList();
  }

  Stream<Revision> all() {
    return byRelease.values().stream().flatMap(revisions -> revisions.values().stream());
  }

  @Override
  public void added(Optional<Revision> now) {
    keep(now);
    tell(now);
  }

  @Override
  public void changed(Optional<Revision> before, Optional<Revision> now) {
    if (now.isEmpty()) {
      // Damaged since: it counts as missing.
      removed(before);
      return;
    }
    keep(now);
    if (!before.map(Inputs::of).equals(now.map(Inputs::of))) {
      tell(now);
    }
  }

  @Override
  public void removed(Optional<Revision> last) {
    last.ifPresent(
        revision ->
            byRelease.computeIfPresent(
                revision.release(),
                (key, revisions) -> {
                  revisions.remove(revision.number());
                  return revisions.isEmpty() ? null : revisions;
                }));
    last.filter(revision -> !byRelease.containsKey(revision.release())).ifPresent(this::disclaim);
    tell(last);
  }

  private void disclaim(Revision last) {
    uid(last)
        .ifPresent(
            uid ->
                byPrimary.computeIfPresent(
                    uid,
                    (key, releases) -> {
                      releases.remove(last.release());
                      return releases.isEmpty() ? null : releases;
                    }));
  }

  private static Optional<String> uid(Revision revision) {
    return revision.origin().map(origin -> origin.primary().uid());
  }

  private void keep(Optional<Revision> now) {
    now.ifPresent(
        revision -> {
          byRelease
              .computeIfAbsent(revision.release(), key -> new ConcurrentSkipListMap<>())
              .put(revision.number(), revision);
          uid(revision).ifPresent(uid -> claim(uid, revision.release()));
        });
  }

  private void claim(String uid, ReleaseKey release) {
    byPrimary.compute(
        uid,
        (key, releases) -> {
          var claimed = releases == null ? ConcurrentHashMap.<ReleaseKey>newKeySet() : releases;
          claimed.add(release);
          return claimed;
        });
  }

  private void tell(Optional<Revision> revision) {
    revision.ifPresent(onChange);
  }
}
