package dev.catamaran.release;

import dev.catamaran.fixture.Effects;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Keeps the revisions of one release as Helm's Secrets do: each write changes the version, and a
 * write with an outdated version has no effect. It knows what it has read or written itself, but
 * nothing of superseded revisions. It learns of other writes from the next listing.
 */
public final class MemoryReleaseStore implements ReleaseStore {
  private final Effects effects;
  private final SortedMap<Integer, Revision> stored = new TreeMap<>();
  private final SortedMap<Integer, Revision> known = new TreeMap<>();
  private final Set<Integer> damaged = new HashSet<>();
  private int writes;

  /** Creates an empty store, which reports its writes. */
  public MemoryReleaseStore(Effects effects) {
    this.effects = effects;
  }

  /** Another client, such as Helm, stores a revision. Returns it as it is stored. */
  public Revision put(Revision revision) {
    var now = Revisions.changed(revision, draft -> draft.version = nextVersion());
    stored.put(now.number(), now);
    return now;
  }

  /** Another client changes status and description of a revision. */
  public void mark(int number, RevisionStatus status, String description) {
    put(Revisions.marked(get(number), status, description));
  }

  /** Helm stores that an operation failed. */
  public void fail(int number, String operation, EngineFailure failure) {
    put(Revisions.failed(get(number), operation, failure));
  }

  /** Another client damages the Secret of a revision: nobody can read it any more. */
  public void damage(int number) {
    put(get(number));
    damaged.add(number);
    known.remove(number);
  }

  /** Another client deletes a revision. */
  public void deleteAt(int number) {
    stored.remove(number);
    damaged.remove(number);
  }

  /** Whether there is a revision of that number, readable or not. */
  public boolean isStored(int number) {
    return stored.containsKey(number);
  }

  /** Another client deletes all revisions. */
  public void deleteAll() {
    stored.clear();
    damaged.clear();
  }

  /** The watch delivers all changes. */
  public void deliver() {
    known.clear();
    readable().stream()
        .filter(revision -> revision.status() != RevisionStatus.SUPERSEDED)
        .forEach(revision -> known.put(revision.number(), revision));
  }

  /** All readable revisions as they are stored now, oldest first. */
  public List<Revision> readable() {
    return stored.values().stream().filter(r -> !damaged.contains(r.number())).toList();
  }

  /** The stored revision of that number. */
  public Revision get(int number) {
    return readable().stream().filter(r -> r.number() == number).findFirst().orElseThrow();
  }

  /** Number and status of all stored revisions, oldest first, such as {@code 1 superseded}. */
  public List<String> statuses() {
    return stored.values().stream()
        .map(
            revision ->
                revision.number()
                    + " "
                    + (damaged.contains(revision.number())
                        ? "damaged"
                        : revision.status().helmName()))
        .toList();
  }

  @Override
  public History known(ReleaseKey release) {
    return new History(List.copyOf(known.values()));
  }

  @Override
  public List<ReleaseKey> releasesOf(PrimaryIdentity primary) {
    return known.values().stream()
        .filter(revision -> revision.belongsTo(primary))
        .map(Revision::release)
        .distinct()
        .toList();
  }

  @Override
  public History refresh(ReleaseKey release) {
    effects.reach("list revisions");
    deliver();
    if (readable().isEmpty() && !stored.isEmpty()) {
      throw new UnreadableReleaseException("no revision of release " + release + " can be read");
    }
    return new History(readable());
  }

  @Override
  public History refreshInstalled(ReleaseKey release) {
    effects.reach("read revision 1");
    var first = readable().stream().filter(r -> r.number() == 1).findFirst();
    if (first.filter(r -> r.status() == RevisionStatus.DEPLOYED).isEmpty()) {
      return refresh(release);
    }
    known.put(1, first.get());
    return new History(List.of(first.get()));
  }

  @Override
  public History refreshUninstalled(ReleaseKey release) {
    if (known(release).latest().filter(newest -> stored.containsKey(newest.number())).isPresent()) {
      return refresh(release);
    }
    known.clear();
    return History.none();
  }

  @Override
  public boolean fail(Revision revision, String why) {
    return ifNewest(revision)
        .map(
            now -> {
              effects.add("fail " + now.number() + ": " + why);
              return write(now, RevisionStatus.FAILED, why);
            })
        .orElse(false);
  }

  @Override
  public boolean markDeployed(Revision revision) {
    return ifStill(revision)
        .map(
            now -> {
              effects.add("mark deployed " + now.number());
              return write(now, RevisionStatus.DEPLOYED, now.description());
            })
        .orElse(false);
  }

  @Override
  public boolean supersede(Revision revision) {
    return ifStill(revision)
        .map(
            now -> {
              effects.add("supersede " + now.number());
              return write(now, RevisionStatus.SUPERSEDED, now.description());
            })
        .orElse(false);
  }

  @Override
  public boolean confirm(Revision current, Revision.Origin origin, Consumer<Revision> first) {
    return ifNewest(current)
        .map(now -> edited(now, draft -> draft.origin = Optional.of(origin)))
        .map(edited -> edit("confirm", edited, first))
        .orElse(false);
  }

  @Override
  public void noteEnded(Revision revision, Map<ObjectKey, Ending> ended) {
    ifStill(revision)
        .ifPresent(
            now -> {
              effects.add("note what ended in " + now.number());
              write(Revisions.ended(now, ended, nextVersion()));
            });
  }

  @Override
  public boolean takeOver(Revision inherited, DesiredRelease desired, Consumer<Revision> first) {
    return ifStill(inherited)
        .map(now -> edit("take over", marked(now, desired), first))
        .orElse(false);
  }

  private Revision marked(Revision now, DesiredRelease desired) {
    return edited(now, draft -> draft.origin = Optional.of(desired.origin()));
  }

  /** The content that Helm acts on changes. */
  private Revision edited(Revision now, Consumer<Revisions.Draft> change) {
    return Revisions.changed(
        now,
        draft -> {
          change.accept(draft);
          draft.digest = now.digest() + ", changed";
          draft.version = nextVersion();
        });
  }

  private boolean edit(String what, Revision edited, Consumer<Revision> first) {
    first.accept(edited);
    effects.add(what + " " + edited.number());
    return write(edited);
  }

  @Override
  public Cleared clear(ReleaseKey release, Predicate<Revision> trusted, Consumer<Revision> first) {
    effects.reach("list revisions");
    var staying = new History(readable().stream().filter(trusted).toList());
    staying.outlived().forEach(this::supersede);
    int newest = staying.latest().map(Revision::number).orElse(0);
    var removed = new ArrayList<Revision>();
    var names = new ArrayList<String>();
    for (var revision : List.copyOf(stored.values())) {
      boolean isReadable = !damaged.contains(revision.number());
      if (!(isReadable && trusted.test(revision)) && isActedOn(revision, isReadable, newest)) {
        if (isReadable) {
          first.accept(revision);
        }
        remove(revision);
        names.add("sh.helm.release.v1.%s.v%d".formatted(release.name(), revision.number()));
        if (isReadable) {
          removed.add(revision);
        }
      }
    }
    return new Cleared(stored.isEmpty() ? 0 : stored.lastKey(), names, removed);
  }

  private static boolean isActedOn(Revision revision, boolean isReadable, int newest) {
    return !isReadable
        || revision.number() >= newest
        || revision.status() == RevisionStatus.DEPLOYED;
  }

  @Override
  public boolean forget(Revision revision, Predicate<ObjectKey> isMeant, Consumer<Revision> first) {
    return ifNewest(revision)
        .map(now -> edited(now, draft -> draft.manifest = without(now, isMeant)))
        .map(edited -> edit("forget objects of", edited, first))
        .orElse(false);
  }

  private static Manifest without(Revision revision, Predicate<ObjectKey> isMeant) {
    return Manifest.of(
        revision.manifest().objects().stream()
            .filter(object -> !isMeant.test(object.key()))
            .map(object -> object.content().toString())
            .collect(Collectors.joining("\n---\n")));
  }

  @Override
  public boolean delete(Revision revision) {
    if (!stored.containsKey(revision.number())) {
      return true;
    }
    return ifStill(revision)
        .map(
            now -> {
              remove(now);
              return true;
            })
        .orElse(false);
  }

  private void remove(Revision revision) {
    effects.add("delete " + revision.number());
    stored.remove(revision.number());
    damaged.remove(revision.number());
    effects.done();
    known.remove(revision.number());
  }

  private Optional<Revision> ifNewest(Revision revision) {
    return ifStill(revision)
        .filter(now -> readable().stream().noneMatch(other -> other.number() > now.number()));
  }

  private Optional<Revision> ifStill(Revision revision) {
    return Optional.ofNullable(stored.get(revision.number())).filter(revision::isStill);
  }

  /** The content that Helm acts on stays the same. */
  private boolean write(Revision now, RevisionStatus status, String description) {
    return write(
        Revisions.changed(
            Revisions.marked(now, status, description), draft -> draft.version = nextVersion()));
  }

  private boolean write(Revision changed) {
    stored.put(changed.number(), changed);
    effects.done();
    if (changed.status() == RevisionStatus.SUPERSEDED) {
      known.remove(changed.number());
    } else {
      known.put(changed.number(), changed);
    }
    return true;
  }

  private String nextVersion() {
    writes++;
    return "version " + writes;
  }
}
