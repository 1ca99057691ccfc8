package dev.catamaran.simulation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.release.Revision;
import dev.catamaran.simulation.Cluster.Thing;
import dev.catamaran.simulation.Network.Trouble;
import dev.catamaran.watch.DriftPolicy;
import java.time.Duration;
import java.util.List;

/** One step of a history. */
sealed interface Step {
  void on(World world);

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
  record Pass(int count, Late late) implements Step {
    @Override
    public void on(World world) {
      for (int i = 0; i < count; i++) {
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
    }
  }

  /** The n-th request from now on has this trouble. */
  record Fault(int at, Trouble trouble) implements Step {
    @Override
    public void on(World world) {
      world.network.at(at, () -> world.network.trouble(trouble));
    }
  }

  /** Just before the n-th request from now on, another client acts. */
  record Meanwhile(int at, OfOthers other) implements Step {
    @Override
    public void on(World world) {
      world.network.at(at, () -> world.happens(other));
    }
  }

  /** The operator ends between two passes, and begins again. */
  record Restart() implements Step {
    @Override
    public void on(World world) {
      world.restart();
    }
  }

  /** Time passes. */
  record Wait(int seconds) implements Step {
    @Override
    public void on(World world) {
      world.network.passTime(Duration.ofSeconds(seconds));
    }
  }

  /** The administrator replaces the chart. */
  record ReplaceChart(int number) implements Step {
    @Override
    public void on(World world) {
      world.replaceChart(number);
    }
  }

  /**
   * The administrator changes the reactions to failures and to drift, and the operator restarts.
   */
  record Configure(InstallRemedy install, UpgradeRemedy upgrade, DriftPolicy drift)
      implements Step {
    @Override
    public void on(World world) {
      world.configure(world.settings.with(install, upgrade, drift));
    }
  }

  /** A person writes the spec, and creates the primary if there is none. */
  record Write(String objects, int value, String flaw) implements OfOthers {
    @Override
    public void on(World world) {
      var spec = World.spec(objects, value, flaw);
      world.primary.create(spec);
      world.primary.edit(now -> now.isDeleted() ? now : now.having(spec));
    }
  }

  /** A person deletes the primary. */
  record Delete() implements OfOthers {
    @Override
    public void on(World world) {
      world.primary.edit(now -> now.isDeleted() ? now : now.deleted());
    }
  }

  /** A person removes the finalizer of the primary. */
  record Release() implements OfOthers {
    @Override
    public void on(World world) {
      world.primary.edit(now -> now.held(List.of()));
    }
  }

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

    @Override
    public void on(World world) {
      world.primary.edit(now -> now.annotated(name, text));
    }
  }

  /** A person damages the status. */
  record SpoilStatus(Part part) implements OfOthers {
    enum Part {
      ALL,
      DEPLOYED,
      HISTORY,
      FAILURES
    }

    @Override
    public void on(World world) {
      world.primary.edit(now -> now.reporting(spoiled(now.status().deepCopy())));
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

    @Override
    public void on(World world) {
      var key = Rendering.key(letter);
      switch (change) {
        case EDIT -> world.cluster.edit(key, thing -> thing.having("edited"));
        case DELETE -> world.cluster.remove(key);
        case REMOVE_MARKS -> world.cluster.edit(key, Thing::disowned);
        case KEEP -> world.cluster.edit(key, thing -> thing.annotated(Cluster.POLICY, "keep"));
      }
    }
  }

  /** A person copies an object, with its marks, to another name. */
  record Copy(String letter) implements OfOthers {
    @Override
    public void on(World world) {
      world
          .cluster
          .find(Rendering.key(letter))
          .ifPresent(thing -> world.cluster.put(thing.named(thing.key().name() + "-copy")));
    }
  }

  /** A person's own object has the name of one of the chart's. */
  record Occupy(String letter) implements OfOthers {
    @Override
    public void on(World world) {
      var key = Rendering.key(letter);
      if (world.cluster.find(key).isEmpty()) {
        world.cluster.put(Thing.of(key, Losses.PRECIOUS));
      }
    }
  }

  /** A person gives up the own object. */
  record Vacate(String letter) implements OfOthers {
    @Override
    public void on(World world) {
      var key = Rendering.key(letter);
      if (world
          .cluster
          .find(key)
          .filter(thing -> thing.value().equals(Losses.PRECIOUS))
          .isPresent()) {
        world.cluster.remove(key);
      }
    }
  }

  /** A person uses Helm on the release. */
  record ByHand(PersonsHelm.Command command) implements OfOthers {
    @Override
    public void on(World world) {
      new PersonsHelm(world).run(command);
    }
  }

  /** A person works on the release Secrets. */
  record Secrets(Work work) implements OfOthers {
    enum Work {
      DELETE_NEWEST,
      DELETE_OLDEST,
      DELETE_ALL,
      DAMAGE_NEWEST,
      FORGE_NEWEST
    }

    @Override
    public void on(World world) {
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
        case FORGE_NEWEST -> {
          // Of an announced attempt, the operator trusts what it finds (ADR 27).
          if (world.primary.served().filter(now -> now.status().has("attempting")).isEmpty()) {
            world.store.put(forged(newest));
          }
        }
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
}
