package dev.catamaran.simulation;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.simulation.Cluster.Thing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Judges each deletion by the operator, by its Helm and by the garbage collector. Data goes only
 * with a primary that a person deleted, or when the chart drops it in a successful upgrade; what
 * Helm keeps goes with neither; and a remedy takes only what the failed attempts made.
 */
final class Losses {
  /** The value of a person's own object. */
  static final String PRECIOUS = "precious";

  private final World world;
  private final List<String> objections = new ArrayList<>();

  /** What attempts made that no success has followed. */
  private final Set<ObjectKey> fresh = new HashSet<>();

  /** The objects of the last manifest that Helm applied as a whole. */
  private Map<ObjectKey, Thing> wanted = new HashMap<>();

  private boolean isRemedy;

  /** On whose account something is deleted. */
  enum By {
    /** Helm's upgrade, of what the new manifest does not have. */
    UPGRADE,
    /** Helm's uninstall. */
    UNINSTALL,
    /** Helm, as the delete policy of a hook says. */
    HOOK_POLICY,
    /** The operator itself. */
    OPERATOR
  }

  Losses(World world) {
    this.world = world;
  }

  /** Helm is about to make an object. */
  void making(ObjectKey key) {
    fresh.add(key);
  }

  /** Helm has applied all objects of a manifest; it deletes the others next. */
  void applied(List<Thing> things, boolean isRollback) {
    wanted = new HashMap<>();
    things.forEach(thing -> wanted.put(thing.key(), thing));
    isRemedy = isRollback && !isToldToGoBack();
  }

  private boolean isToldToGoBack() {
    return Stream.of(world.primary.served(), world.primary.known())
        .flatMap(Optional::stream)
        .anyMatch(version -> version.annotations().containsKey(PrimaryAnnotations.ROLLBACK_TO));
  }

  /** A revision with these objects is a success. */
  void succeeded(List<Thing> things) {
    things.forEach(thing -> fresh.remove(thing.key()));
  }

  /** An object is deleted. */
  void of(Thing thing, By by) {
    reason(thing, by)
        .ifPresent(why -> objections.add("deleted by %s: %s: %s".formatted(by, why, thing)));
  }

  /** The collector took these objects of owners that are gone. */
  void collected(List<Thing> things) {
    things.stream()
        .filter(thing -> thing.value().equals(PRECIOUS) && !wanted.containsKey(thing.key()))
        .forEach(thing -> objections.add("a person's object went with the primary: " + thing));
    things.stream()
        .filter(thing -> world.primary.uidsLetGo().containsAll(thing.owners()) && isKept(thing))
        .forEach(
            thing -> objections.add("went with its primary, although it is to be kept: " + thing));
  }

  List<String> objections() {
    return objections;
  }

  private Optional<String> reason(Thing thing, By by) {
    // Helm deletes what has the name of a hook, whoever made it.
    if (by == By.HOOK_POLICY) {
      return Optional.empty();
    }
    if (!thing.isOfRelease() && !thing.namesPrimary() && !thing.isHook()) {
      return Optional.of("a person's object");
    }
    if (isKept(thing)) {
      return Optional.of("to be kept");
    }
    if (isPrimaryGoing() || isOfGone(thing) || isDroppedByChart(thing, by)) {
      return Optional.empty();
    }
    if (isData(thing)) {
      return Optional.of("data");
    }
    return isRemovable(thing) ? Optional.empty() : Optional.of("older than the attempt");
  }

  /** Another one of the same name may be there already. */
  private boolean isPrimaryGoing() {
    return Stream.of(world.primary.served(), world.primary.known())
        .anyMatch(version -> version.filter(now -> !now.isDeleted()).isEmpty());
  }

  /**
   * The collector takes what only primaries own that are gone, also if one has their name again.
   */
  private boolean isOfGone(Thing thing) {
    return !thing.owners().isEmpty()
        && thing.owners().stream().noneMatch(world.primary.uids()::contains);
  }

  private boolean isDroppedByChart(Thing thing, By by) {
    return by == By.UPGRADE && !isRemedy && !wanted.containsKey(thing.key());
  }

  private boolean isRemovable(Thing thing) {
    return fresh.contains(thing.key())
        || !wanted.containsKey(thing.key())
        || world.settings.upgrade() == UpgradeRemedy.UNINSTALL;
  }

  /** Whether an object stays when its primary goes. */
  static boolean outlives(Thing thing) {
    return thing.isKept() || (thing.isHook() && isData(thing));
  }

  private static boolean isData(Thing thing) {
    return Rendering.holdsData(thing.key());
  }

  /** Helm's uninstall knows the policies in the manifest, and its upgrade those of live objects. */
  private boolean isKept(Thing thing) {
    return thing.isHook()
        ? isData(thing)
        : thing.isKept() && wanted.getOrDefault(thing.key(), thing).isKept();
  }
}
