package dev.catamaran.simulation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.release.Revision;
import dev.catamaran.simulation.Cluster.Thing;
import dev.catamaran.simulation.Network.Trouble;
import dev.catamaran.watch.Watch.DriftPolicy;
import java.time.Duration;
import java.util.List;

/** One step of a history. */
sealed interface Step {

  /** What a client other than the operator does. It can also happen in the middle of a pass. */
  sealed interface OfOthers extends Step {}

  /** What a watch has not delivered before a pass. */
  enum Late {
    NOTHING,
    REVISIONS,
    OBJECTS,
    PRIMARY,
    ALL
  }

  /** So many passes. */
  record Pass(int count, Late late) implements Step {}

  /** The n-th request from now on has this trouble. */
  record Fault(int at, Trouble trouble) implements Step {}

  /** Just before the n-th request from now on, another client acts. */
  record Meanwhile(int at, OfOthers other) implements Step {}

  /** The operator ends between two passes, and begins again. */
  record Restart() implements Step {}

  /** Time passes. */
  record Wait(int seconds) implements Step {}

  /** The administrator replaces the chart. */
  record ReplaceChart(int number) implements Step {}

  /**
   * The administrator changes the reactions to failures and to drift, and the operator restarts.
   */
  record Configure(InstallRemedy install, UpgradeRemedy upgrade, DriftPolicy drift)
      implements Step {}

  /** A person writes the spec, and creates the primary if there is none. */
  record Write(String objects, int value, String flaw) implements OfOthers {}

  /** A person deletes the primary. */
  record Delete() implements OfOthers {}

  /** A person removes the finalizer of the primary. */
  record Release() implements OfOthers {}

  /** A person annotates the primary; an empty text removes the annotation. */
  record Annotate(String name, String text) implements OfOthers {
    static final List<Annotate> ALL =
        List.of(
            new Annotate(PrimaryAnnotations.PAUSE, ""),
            new Annotate(PrimaryAnnotations.PAUSE, "true"),
            new Annotate(PrimaryAnnotations.ROLLBACK_TO, ""),
            new Annotate(PrimaryAnnotations.ROLLBACK_TO, "1"),
            new Annotate(PrimaryAnnotations.ROLLBACK_TO, "2"),
            new Annotate(PrimaryAnnotations.RECONCILE_AT, "noon"),
            new Annotate(PrimaryAnnotations.RECONCILE_AT, "night"),
            new Annotate(PrimaryAnnotations.RESET_AT, "noon"),
            new Annotate(PrimaryAnnotations.RESET_AT, "night"));
  }

  /** A person damages the status. */
  record SpoilStatus(Part part) implements OfOthers {
    enum Part {
      ALL,
      DEPLOYED,
      HISTORY,
      FAILURES
    }

    private ObjectNode spoiled(ObjectNode status) {
      return switch (part) {
        case ALL -> JsonNodeFactory.instance.objectNode();
        case DEPLOYED -> status.without("deployedRelease");
        // Without the field, it would be the status of an earlier version, which names them
        // otherwise.
        case HISTORY -> status.set("history", JsonNodeFactory.instance.arrayNode());
        case FAILURES -> status.without("failures");
      };
    }
  }

  /** A person changes an object. */
  record Touch(String letter, Change change) implements OfOthers {
    enum Change {
      EDIT,
      DELETE,
      REMOVE_MARKS,
      KEEP
    }
  }

  /** A person copies an object, with its marks, to another name. */
  record Copy(String letter) implements OfOthers {}

  /** A person's own object has the name of one of the chart's. */
  record Occupy(String letter) implements OfOthers {}

  /** A person gives up the own object. */
  record Vacate(String letter) implements OfOthers {}

  /** A person uses Helm on the release. */
  record ByHand(PersonsHelm.Command command) implements OfOthers {}

  /** A person works on the release Secrets. */
  record Secrets(Work work) implements OfOthers {
    enum Work {
      DELETE_NEWEST,
      DELETE_OLDEST,
      DELETE_ALL,
      DAMAGE_NEWEST,
      FORGE_NEWEST
    }
  }

  /** Lets it happen. */
  default void on(World world) {
    var cluster = world.cluster;
    var primary = world.primary;
    switch (this) {
      case Pass(int count, Late late) -> {
        for (int i = 0; i < count; i++) {
          pass(late, world);
        }
      }
      case Fault(int at, var trouble) -> world.network.at(at, () -> world.network.trouble(trouble));
      case Meanwhile(int at, var other) -> world.network.at(at, () -> world.happens(other));
      case Restart() -> world.restart();
      case Wait(int seconds) -> world.network.passTime(Duration.ofSeconds(seconds));
      case ReplaceChart(int number) -> world.replaceChart(number);
      case Configure(var install, var upgrade, var drift) ->
          world.configure(world.settings.with(install, upgrade, drift));
      case Write(var objects, int value, var flaw) -> {
        var spec = World.spec(objects, value, flaw);
        primary.create(spec);
        primary.edit(now -> now.isDeleted() ? now : now.having(spec));
      }
      case Delete() -> primary.edit(now -> now.isDeleted() ? now : now.deleted());
      case Release() -> primary.edit(now -> now.held(List.of()));
      case Annotate(var name, var text) -> primary.edit(now -> now.annotated(name, text));
      case SpoilStatus spoil -> {
        primary.edit(now -> now.reporting(spoil.spoiled(now.status().deepCopy())));
        if (spoil.part() == SpoilStatus.Part.ALL) {
          world.loseStatus();
        }
      }
      case Touch(var letter, var change) -> touch(Rendering.key(letter), change, cluster);
      case Copy(var letter) ->
          cluster
              .find(Rendering.key(letter))
              .ifPresent(thing -> cluster.put(thing.named(thing.key().name() + "-copy")));
      case Occupy(var letter) -> {
        if (cluster.find(Rendering.key(letter)).isEmpty()) {
          cluster.put(Thing.of(Rendering.key(letter), Losses.PRECIOUS));
        }
      }
      case Vacate(var letter) ->
          cluster
              .find(Rendering.key(letter))
              .filter(thing -> thing.value().equals(Losses.PRECIOUS))
              .ifPresent(thing -> cluster.remove(thing.key()));
      case ByHand(var command) -> new PersonsHelm(world).run(command);
      case Secrets(var work) -> workOnSecrets(work, world);
    }
  }

  private static void pass(Late late, World world) {
    if (late != Late.REVISIONS && late != Late.ALL) {
      world.store.deliver();
    }
    if (late != Late.OBJECTS && late != Late.ALL) {
      world.cluster.deliver();
    }
    if (late != Late.PRIMARY && late != Late.ALL) {
      world.deliverPrimary();
    }
    world.causes.close();
    world.pass();
  }

  private static void touch(ObjectKey key, Touch.Change change, Cluster cluster) {
    switch (change) {
      case EDIT -> cluster.edit(key, thing -> thing.having("edited"));
      case DELETE -> cluster.remove(key);
      case REMOVE_MARKS -> cluster.edit(key, Thing::disowned);
      case KEEP -> cluster.edit(key, thing -> thing.annotated(Cluster.POLICY, "keep"));
    }
  }

  private static void workOnSecrets(Secrets.Work work, World world) {
    var stored = world.store.readable();
    if (stored.isEmpty()) {
      return;
    }
    var newest = stored.getLast();
    world.loseRecord();
    switch (work) {
      case DELETE_NEWEST -> world.store.deleteAt(newest.number());
      case DELETE_OLDEST -> world.store.deleteAt(stored.getFirst().number());
      case DELETE_ALL -> world.store.deleteAll();
      case DAMAGE_NEWEST -> world.store.damage(newest.number());
      case FORGE_NEWEST -> world.store.put(forged(newest));
    }
  }

  /** Helm deletes an object that only the old manifest has, whoever made it. */
  private static Revision forged(Revision revision) {
    return SimulatedHelm.revision(
        revision.number(),
        revision.status(),
        revision.origin(),
        Rendering.manifest("forged", World.spec("av", 1, "")),
        revision.hooks(),
        revision.writtenAt(),
        revision.storedAt(),
        revision.description());
  }
}
