package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.recorder.Discovery.ApiResource;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Answers requests for objects. Safe for many threads. */
final class ObjectRequests {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String DEFINITIONS = "customresourcedefinitions";

  private final ServedKinds discovery;
  private final ObjectStore store;

  ObjectRequests(ServedKinds discovery, ObjectStore store) {
    this.discovery = discovery;
    this.store = store;
  }

  Answer answer(String method, ApiPath path, Map<String, String> query, byte[] body)
      throws IOException {
    var served =
        discovery.all().stream()
            .filter(each -> each.group().equals(path.group()))
            .filter(each -> each.version().equals(path.version()))
            .filter(each -> each.plural().equals(path.plural()))
            .findFirst();
    if (served.isEmpty()) {
      return Answer.notFound(path.plural());
    }
    return switch (method) {
      case "POST" -> create(path, body);
      case "PUT" -> update(path, body);
      case "PATCH" -> patch(path, body);
      case "DELETE" -> delete(path);
      default ->
          path.name().isEmpty()
              ? collection(served.get(), path, query)
              : store
                  .get(path)
                  .map(found -> Answer.of(200, found))
                  .orElse(Answer.notFound(what(path)));
    };
  }

  private Answer create(ApiPath path, byte[] body) throws IOException {
    var object = object(body);
    var metadata = object.path("metadata");
    var name = metadata.path("name").asText(metadata.path("generateName").asText() + "generated");
    return Answer.of(201, made(path.named(name), object));
  }

  private ObjectNode made(ApiPath path, ObjectNode object) {
    if (path.plural().equals(DEFINITIONS)) {
      discovery.define(object);
    }
    FinishedStatus.set(object);
    return store.put(path, object);
  }

  private Answer update(ApiPath path, byte[] body) throws IOException {
    return store.get(path).isEmpty()
        ? Answer.notFound(what(path))
        : Answer.of(200, store.put(path, object(body)));
  }

  /** A patch changes nothing: the answer is the stored object. An apply creates a missing one. */
  private Answer patch(ApiPath path, byte[] body) throws IOException {
    var stored = store.get(path);
    if (stored.isPresent()) {
      return Answer.of(200, stored.get());
    }
    var object = object(body);
    return object.has("kind") ? Answer.of(201, made(path, object)) : Answer.notFound(what(path));
  }

  private static String what(ApiPath path) {
    return path.plural() + " \"" + path.name() + "\"";
  }

  private Answer delete(ApiPath path) {
    store.delete(path);
    return Answer.success();
  }

  private Answer collection(ApiResource served, ApiPath path, Map<String, String> query) {
    var selection =
        new Selection(
            query.getOrDefault("labelSelector", ""), query.getOrDefault("fieldSelector", ""));
    var objects = store.list(path, selection);
    if (List.of("1", "true").contains(query.getOrDefault("watch", ""))) {
      return new Answer.Watch(
          new WatchEvents(served, store.version())
              .of(objects, query.containsKey("sendInitialEvents")));
    }
    // A client that waits for a hook sees its end in a watch, as in a cluster.
    if (!selection.fields().isEmpty()) {
      objects.forEach(object -> object.remove("status"));
    }
    return Answer.of(200, list(served, objects));
  }

  private JsonNode list(ApiResource served, List<ObjectNode> objects) {
    var list = JsonNodeFactory.instance.objectNode();
    list.put("kind", served.kind() + "List").put("apiVersion", served.apiVersion());
    list.putObject("metadata").put("resourceVersion", store.version());
    list.putArray("items").addAll(objects);
    return list;
  }

  private static ObjectNode object(byte[] body) throws IOException {
    if (ProtobufSecret.isIn(body)) {
      return ProtobufSecret.read(body);
    }
    return JSON.readTree(body) instanceof ObjectNode object ? object : JSON.createObjectNode();
  }
}
