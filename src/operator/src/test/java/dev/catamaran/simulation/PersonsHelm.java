package dev.catamaran.simulation;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.simulation.Cluster.Thing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Helm in the hand of a person: its requests have no trouble, and it knows no marks. */
record PersonsHelm(World world) {
  /** A person's command. */
  enum Command {
    UPGRADE,
    ROLLBACK,
    UNINSTALL,
    UNINSTALL_KEEPING_HISTORY,
    /** An upgrade that is interrupted. */
    BEGIN_UPGRADE
  }

  void run(Command command) {
    var stored = world.store.readable();
    if (stored.isEmpty()) {
      return;
    }
    var newest = stored.getLast();
    boolean isFree = !newest.status().isPending();
    switch (command) {
      case UPGRADE -> {
        if (isFree) {
          upgrade(newest, Optional.empty(), byHand());
        }
      }
      case ROLLBACK -> {
        var target = stored.getFirst();
        boolean isAccepted =
            Rendering.things(target.manifest()).stream()
                .noneMatch(thing -> thing.value().equals(Cluster.REFUSED));
        if (isFree && isAccepted) {
          upgrade(newest, target.origin(), target.manifest());
        }
      }
      case UNINSTALL -> {
        world.loseRecord();
        remove(newest);
        world.store.readable().forEach(revision -> world.store.deleteAt(revision.number()));
      }
      case UNINSTALL_KEEPING_HISTORY -> {
        remove(newest);
        world.store.mark(newest.number(), RevisionStatus.UNINSTALLED, "Uninstallation complete");
      }
      case BEGIN_UPGRADE -> {
        if (isFree) {
          put(
              newest.number() + 1,
              RevisionStatus.PENDING_UPGRADE,
              Optional.empty(),
              byHand(),
              world.cluster.now());
        }
      }
    }
  }

  private static Manifest byHand() {
    return Rendering.manifest("hand", World.spec("az", 9, ""));
  }

  private void upgrade(Revision newest, Optional<Origin> origin, Manifest manifest) {
    var began = world.cluster.now();
    apply(newest.manifest(), manifest);
    world.store.readable().stream()
        .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
        .forEach(
            old -> world.store.mark(old.number(), RevisionStatus.SUPERSEDED, old.description()));
    put(newest.number() + 1, RevisionStatus.DEPLOYED, origin, manifest, began);
  }

  private void put(
      int number,
      RevisionStatus status,
      Optional<Origin> origin,
      Manifest manifest,
      Instant storedAt) {
    if (!world.store.isStored(number)) {
      world.store.put(
          SimulatedHelm.revision(
              number,
              status,
              origin,
              manifest,
              Manifest.of(""),
              world.network.clock().instant(),
              storedAt,
              "by hand"));
    }
  }

  private void apply(Manifest before, Manifest now) {
    var wanted = things(now);
    for (var thing : wanted) {
      if (world.cluster.find(thing.key()).isPresent()) {
        world.cluster.edit(thing.key(), found -> found.having(thing.value()));
      } else {
        world.cluster.put(thing);
      }
      if (Rendering.isMarked(thing)) {
        world.cluster.edit(
            thing.key(), found -> found.disowned().annotated(Cluster.RELEASE, "cache"));
      }
    }
    var keys = wanted.stream().map(Thing::key).collect(Collectors.toSet());
    things(before).stream().filter(old -> !keys.contains(old.key())).forEach(this::delete);
  }

  private void remove(Revision revision) {
    things(revision.manifest()).forEach(this::delete);
  }

  /** The person takes care of the own object. */
  private static List<Thing> things(Manifest manifest) {
    return Rendering.things(manifest).stream()
        .filter(thing -> !thing.key().equals(Rendering.OF_A_PERSON))
        .toList();
  }

  private void delete(Thing old) {
    if (world.cluster.find(old.key()).filter(found -> !found.isKept()).isPresent()) {
      world.cluster.remove(old.key());
    }
  }
}
