package dev.catamaran.desired;

import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primary;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReportedCondition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Primaries that must be ready before the deployment of another one, as its annotation says.
 * Answers from memory.
 *
 * @param primaries finds any primary of a chart-backed kind; empty if there is none
 */
public record Dependencies(Function<PrimaryKey, Optional<Primary>> primaries) {
  /** Limit of the primaries that one waits for, directly or through others. */
  static final int MOST_REACHED = 1_000;

  /**
   * Returns the dependencies of {@code primary} that are not ready, for people; empty if all are.
   *
   * @throws InvalidPrimaryException if the annotation is invalid, or the primary waits for itself
   */
  public List<String> unmet(Primary primary) throws InvalidPrimaryException {
    var own = primary.annotations().dependsOn(primary.identity().namespace());
    refuseCycle(PrimaryKey.of(primary.identity()), own);
    var unmet = new ArrayList<String>();
    own.forEach(dependency -> whyNot(dependency).ifPresent(unmet::add));
    return unmet;
  }

  /** Visits each primary once, however many paths lead to it. */
  private void refuseCycle(PrimaryKey start, List<PrimaryKey> own) throws InvalidPrimaryException {
    var cameFrom = new HashMap<PrimaryKey, PrimaryKey>();
    var ahead = new ArrayDeque<PrimaryKey>();
    var current = start;
    var further = own;
    while (true) {
      for (var next : further) {
        if (next.equals(start)) {
          throw waitsForItself(start, current, cameFrom);
        }
        if (cameFrom.putIfAbsent(next, current) == null) {
          ahead.add(next);
        }
      }
      if (cameFrom.size() > MOST_REACHED) {
        throw tooMany();
      }
      if (ahead.isEmpty()) {
        return;
      }
      current = ahead.remove();
      further = dependenciesOf(current);
    }
  }

  /**
   * Ignores an invalid annotation: the other primary reports it, and the waiting one is not at
   * fault.
   */
  private List<PrimaryKey> dependenciesOf(PrimaryKey other) {
    var found = primaries.apply(other);
    if (found.isEmpty()) {
      return List.of();
    }
    try {
      return found.get().annotations().dependsOn(other.namespace());
    } catch (InvalidPrimaryException e) {
      return List.of();
    }
  }

  private static InvalidPrimaryException waitsForItself(
      PrimaryKey start, PrimaryKey last, Map<PrimaryKey, PrimaryKey> cameFrom) {
    var names = new ArrayDeque<>(List.of(describe(start)));
    for (var key = last; !key.equals(start); key = cameFrom.getOrDefault(key, start)) {
      names.addFirst(describe(key));
    }
    names.addFirst(describe(start));
    return new InvalidPrimaryException(
        Reasons.DEPENDENCY_CYCLE, "waits for itself: " + String.join(" -> ", names));
  }

  private static InvalidPrimaryException tooMany() {
    return new InvalidPrimaryException(
        Reasons.INVALID_ANNOTATION,
        "annotation %s: it leads to more than %d custom resources; wait for fewer"
            .formatted(PrimaryAnnotations.DEPENDS_ON, MOST_REACHED));
  }

  private Optional<String> whyNot(PrimaryKey dependency) {
    var found = primaries.apply(dependency);
    if (found.isEmpty()) {
      return Optional.of("this operator looks after no " + describe(dependency));
    }
    return ReportedCondition.isTrue(Reasons.READY, found.get().object())
        ? Optional.empty()
        : Optional.of(describe(dependency) + " is not ready");
  }

  private static String describe(PrimaryKey key) {
    return key.kind() + " " + (key.namespace().isEmpty() ? "" : key.namespace() + "/") + key.name();
  }
}
