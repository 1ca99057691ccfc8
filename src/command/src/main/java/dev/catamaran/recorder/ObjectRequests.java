package dev.catamaran.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Answers requests for objects, and records them. Safe for many threads. */
final class ObjectRequests {
  private static final JsonMapper JSON = new JsonMapper();

  private static final String DEFINITIONS = "customresourcedefinitions";
  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  private final Discovery discovery;
  private final ObjectStore store;
  private final List<Request> recorded = new ArrayList<>();
  private volatile Operation operation = Operation.INSTALL;

  ObjectRequests(Discovery discovery, ObjectStore store) {
    this.discovery = discovery;
    this.store = store;
  }

  /** Sets the operation that sends the following requests. */
  void begin(Operation next) {
    operation = next;
  }

  List<Request> recorded() {
    synchronized (recorded) {
      return List.copyOf(recorded);
    }
  }

  Answer answer(String method, ApiPath path, Map<String, String> query, byte[] body)
      throws IOException {
    boolean isWatch = List.of("1", "true").contains(query.getOrDefault("watch", ""));
    var request = Request.of(operation, method, path, isWatch);
    var served = discovery.find(path);
    if (served.isEmpty()) {
      return Answer.notFound(path.plural());
    }
    var selection =
        new Selection(
            query.getOrDefault("labelSelector", ""), query.getOrDefault("fieldSelector", ""));
    return switch (method) {
      case "POST" -> create(request, path, body);
      case "PUT" -> update(request, path, body);
      case "PATCH" -> patch(request, path, body);
      case "DELETE" -> delete(request, path);
      default ->
          path.name().isEmpty()
              ? collection(request, served.get(), path, selection, query)
              : get(request, path);
    };
  }

  private Answer create(Request request, ApiPath path, byte[] body) throws IOException {
    var object = object(body);
    var metadata = object.path("metadata");
    var name = metadata.path("name").asText(metadata.path("generateName").asText() + "generated");
    record(request.named(name));
    return Answer.of(201, made(path.named(name), object));
  }

  private ObjectNode made(ApiPath path, ObjectNode object) {
    if (path.plural().equals(DEFINITIONS)) {
      discovery.define(object);
    }
    FinishedStatus.set(object);
    return store.put(path, object);
  }

  private Answer update(Request request, ApiPath path, byte[] body) throws IOException {
    record(request);
    return store.get(path).isEmpty()
        ? Answer.notFound(what(path))
        : Answer.of(200, store.put(path, object(body)));
  }

  /**
   * A patch changes nothing: the answer is the stored object. An apply creates a missing one; the
   * API server then asks for the right to {@code create} too
   * (apiserver/pkg/endpoints/handlers/patch.go).
   */
  private Answer patch(Request request, ApiPath path, byte[] body) throws IOException {
    record(request);
    var stored = store.get(path);
    if (stored.isPresent()) {
      return Answer.of(200, stored.get());
    }
    var object = object(body);
    if (!object.has("kind")) {
      return Answer.notFound(what(path));
    }
    record(request.creating());
    return Answer.of(201, made(path, object));
  }

  private static String what(ApiPath path) {
    return path.plural() + " \"" + path.name() + "\"";
  }

  private Answer delete(Request request, ApiPath path) {
    record(request);
    store.delete(path);
    return Answer.success();
  }

  private Answer get(Request request, ApiPath path) {
    record(request);
    return store
        .get(path)
        .map(object -> Answer.of(200, operation == Operation.UPGRADE ? drifted(object) : object))
        .orElse(Answer.notFound(what(path)));
  }

  /** Without Helm's label: an upgrade then patches each object, as after a change of the chart. */
  private static ObjectNode drifted(ObjectNode object) {
    object.withObjectProperty("metadata").withObjectProperty("labels").remove(MANAGED_BY);
    return object;
  }

  private Answer collection(
      Request request,
      ApiResource served,
      ApiPath path,
      Selection selection,
      Map<String, String> query) {
    // Helm's validation looks for definitions only because this server has no schemas.
    if (!path.plural().equals(DEFINITIONS)) {
      record(request);
    }
    var objects = store.list(path, selection);
    if (request.verb().equals("watch")) {
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

  private void record(Request request) {
    synchronized (recorded) {
      recorded.add(request);
    }
  }
}
