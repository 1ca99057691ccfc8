package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** The objects of the stand-in API server, in memory. Returns copies. Safe for many threads. */
final class ObjectStore {
  private final Map<ApiPath, ObjectNode> objects = new LinkedHashMap<>();
  private int version;

  /** Creates a store with one namespace. */
  static ObjectStore of(String namespace) {
    var store = new ObjectStore();
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "v1").put("kind", "Namespace");
    object.putObject("metadata").put("name", namespace);
    store.put(new ApiPath("", "v1", "", "namespaces", namespace, ""), object);
    return store;
  }

  /** Stores an object with the metadata that an API server adds; returns it. */
  synchronized ObjectNode put(ApiPath path, ObjectNode object) {
    var metadata = object.withObjectProperty("metadata");
    metadata.put("name", path.name()).put("generation", 1);
    if (!path.namespace().isEmpty()) {
      metadata.put("namespace", path.namespace());
    }
    metadata.put(
        "uid",
        UUID.nameUUIDFromBytes(path.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8))
            .toString());
    metadata.put("resourceVersion", String.valueOf(++version));
    metadata.put("creationTimestamp", "2024-01-01T00:00:00Z");
    objects.put(path.stored(), object);
    notifyAll();
    return object.deepCopy();
  }

  /** Waits until a collection has a selected object. Returns whether it appeared in time. */
  synchronized boolean await(ApiPath collection, Selection selection, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (list(collection, selection).isEmpty()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  synchronized Optional<ObjectNode> get(ApiPath path) {
    return Optional.ofNullable(objects.get(path.stored())).map(ObjectNode::deepCopy);
  }

  synchronized List<ObjectNode> list(ApiPath collection, Selection selection) {
    var found = new ArrayList<ObjectNode>();
    objects.forEach(
        (path, object) -> {
          if (collection.contains(path) && selection.selects(object)) {
            found.add(object.deepCopy());
          }
        });
    return found;
  }

  /** Deletes an object, or all of a collection. */
  synchronized void delete(ApiPath path) {
    if (path.name().isEmpty()) {
      objects.keySet().removeIf(path::contains);
    } else {
      objects.remove(path.stored());
    }
  }

  /** Returns the version of the newest object, for lists. */
  synchronized String version() {
    return String.valueOf(version);
  }
}
