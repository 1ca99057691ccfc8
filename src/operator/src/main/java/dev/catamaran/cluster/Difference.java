package dev.catamaran.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineRequest.Compared;
import dev.catamaran.manifest.Exemptions;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.EngineException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The differences between live objects and their desired state, from the manifest and its owner, as
 * an upgrade would patch them: the engine computes both (src/engine/release/differ.go). Sends no
 * request to the API server.
 */
record Difference(Engine engine, Exemptions exemptions, Ownership ownership) {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /**
   * What differs of an object.
   *
   * @param patch that ends it: a strategic merge patch for built-in kinds, a JSON merge patch for
   *     others
   * @param fields that it changes, as JSON pointers that an ignore rule accepts: an item of a list
   *     by its index in the manifest
   */
  record Found(ObjectNode patch, SortedSet<String> fields) {
    Found {
      fields = Collections.unmodifiableSortedSet(new TreeSet<>(fields));
    }
  }

  /**
   * Returns what a repair would change of each object; empty for one that agrees. It leaves exempt
   * fields, but never the marks of ownership.
   *
   * @throws EngineException if the engine does not answer: that says nothing about the objects
   */
  List<Optional<Found>> of(List<Map.Entry<ManifestObject, Descendant>> objects) {
    return objects.isEmpty()
        ? List.of()
        : Settler.ask(
                engine,
                ownership.differ(
                    objects.stream()
                        .map(each -> compared(each.getKey(), each.getValue()))
                        .toList()),
                LIMIT)
            .path("differences")
            .valueStream()
            .map(Difference::found)
            .toList();
  }

  /** Returns the same of one object; empty if nothing differs. */
  Optional<Found> of(ManifestObject wanted, Descendant live) {
    return of(List.of(Map.entry(wanted, live))).getFirst();
  }

  private static Optional<Found> found(JsonNode difference) {
    return difference.path("patch") instanceof ObjectNode patch
        ? Optional.of(
            new Found(
                patch,
                difference
                    .path("fields")
                    .valueStream()
                    .map(JsonNode::asText)
                    .collect(Collectors.toCollection(TreeSet::new))))
        : Optional.empty();
  }

  private Compared compared(ManifestObject wanted, Descendant live) {
    var content = live.content();
    if (live.isBeingDeleted()) {
      ((ObjectNode) content.path("metadata")).put("deletionTimestamp", "1970-01-01T00:00:00Z");
    }
    var left = exemptions.fields(wanted);
    live.autoscaledField().ifPresent(left::add);
    return new Compared(
        wanted.content(),
        content,
        exemptions.isExempt(wanted),
        Ownership.outlives(wanted),
        left.stream().map(JsonPointer::toString).toList());
  }
}
