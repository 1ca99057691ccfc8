package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.EngineRequest.Compared;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares live objects with what is wanted of them, as an upgrade would patch them: the engine
 * computes both (src/engine/release/differ.go). Sends no request to the API server.
 */
public record Differ(Engine engine) {
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
   * Returns what differs of each object; empty for one that agrees.
   *
   * @throws EngineException if the engine does not answer: that says nothing about the objects
   */
  List<Optional<Found>> of(List<Compared> objects) {
    if (objects.isEmpty()) {
      return List.of();
    }
    try {
      return engine
          .call(new EngineRequest.Differ(objects), LIMIT)
          .path("differences")
          .valueStream()
          .map(Differ::found)
          .toList();
    } catch (EngineFaultException e) {
      throw new EngineException(
          Kind.UNFINISHED.of("objects could not be compared: " + e.fault().message()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(Kind.UNFINISHED.of("stopped while objects were compared"));
    }
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
}
