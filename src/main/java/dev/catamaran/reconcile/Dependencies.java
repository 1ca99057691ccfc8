package dev.catamaran.reconcile;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a primary has to wait for before anything of it is deployed: the primaries that its
 * annotation names. Answers from memory.
 *
 * @param primaries finds any primary of a chart-backed kind; empty if there is none
 */
record Dependencies(Function<PrimaryKey, Optional<OfKind>> primaries) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * The dependencies of {@code primary} that are not ready, for people; empty if all are.
   *
   * @throws InvalidPrimaryException if the annotation means nothing, or they wait for each other
   */
  List<String> unmet(OfKind primary) throws InvalidPrimaryException {
    var unmet = new ArrayList<String>();
    for (var dependency : PrimaryAnnotations.of(primary).dependsOn(namespaceOf(primary))) {
      refuseCycle(dependency, keyOf(primary), new LinkedHashSet<>(Set.of(keyOf(primary))));
      whyNot(dependency).ifPresent(unmet::add);
    }
    return unmet;
  }

  private void refuseCycle(PrimaryKey next, PrimaryKey start, Set<PrimaryKey> path)
      throws InvalidPrimaryException {
    if (next.equals(start)) {
      var names = path.stream().map(Dependencies::describe).collect(Collectors.joining(" -> "));
      throw new InvalidPrimaryException(
          Reasons.DEPENDENCY_CYCLE, "waits for itself: %s -> %s".formatted(names, describe(start)));
    }
    var found = primaries.apply(next);
    if (found.isEmpty() || !path.add(next)) {
      return;
    }
    for (var further : PrimaryAnnotations.of(found.get()).dependsOn(next.namespace())) {
      refuseCycle(further, start, path);
    }
    path.remove(next);
  }

  private Optional<String> whyNot(PrimaryKey dependency) {
    var found = primaries.apply(dependency);
    if (found.isEmpty()) {
      return Optional.of(describe(dependency) + " is not there");
    }
    return isReady(found.get())
        ? Optional.empty()
        : Optional.of(describe(dependency) + " is not ready");
  }

  /** What its status says of an older spec does not count. */
  private static boolean isReady(OfKind primary) {
    var generation = Primaries.generation(primary);
    var status =
        ReleaseStatus.read(
            JSON.valueToTree(primary.getAdditionalProperties().get("status")),
            Instant.EPOCH,
            generation);
    return status.observedGeneration() >= generation && status.conditions().isTrue(Reasons.READY);
  }

  private static PrimaryKey keyOf(OfKind primary) {
    return PrimaryKey.of(Primaries.identity(primary));
  }

  private static String namespaceOf(OfKind primary) {
    return Primaries.identity(primary).namespace();
  }

  private static String describe(PrimaryKey key) {
    return key.kind() + " " + (key.namespace().isEmpty() ? "" : key.namespace() + "/") + key.name();
  }
}
