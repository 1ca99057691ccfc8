package dev.catamaran.preview;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.loopback.Answer;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.loopback.LoopbackServer.Call;
import dev.catamaran.loopback.Selection;
import dev.catamaran.loopback.WatchEvents;
import dev.catamaran.preview.RealServer.Reply;
import dev.catamaran.recorder.ApiResource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers the reads of the passes over one primary: with the kept-back objects over those of the
 * cluster, which are read once. A pass reads the revisions of a release a dozen times.
 */
final class GatewayReads {
  private final RealServer server;
  private final KeptObjects objects;
  private final Map<String, Reply> read = new ConcurrentHashMap<>();

  GatewayReads(RealServer server, KeptObjects objects) {
    this.server = server;
    this.objects = objects;
  }

  Answer answer(Call call, ApiPath path) {
    if (path.name().isEmpty()) {
      boolean isWatch = List.of("1", "true").contains(call.query().getOrDefault("watch", ""));
      return isWatch ? watch(call, path) : list(call, path);
    }
    var kept = objects.find(path);
    if (kept.isEmpty()) {
      return readOnce(call).answer();
    }
    return kept.get()
        .now()
        .map(object -> Answer.of(200, object))
        .orElseGet(() -> Answer.notFound(path.plural() + " \"" + path.name() + "\""));
  }

  private Reply readOnce(Call call) {
    var asked = asJson(call);
    return read.computeIfAbsent(
        asked.user() + " " + asked.accept() + " " + asked.target(), request -> server.read(asked));
  }

  /** Helm and its library would also take protobuf, to which nothing could be added. */
  private static Call asJson(Call call) {
    return call.accept().contains("protobuf")
        ? new Call(
            call.method(),
            call.path(),
            call.target(),
            Answer.JSON,
            call.type(),
            call.user(),
            call.body())
        : call;
  }

  private Answer list(Call call, ApiPath path) {
    var selection = selection(call);
    var made = objects.in(path, selection);
    var reply = readOnce(call);
    if (!reply.isSuccess() && !(reply.isMissing() && !made.isEmpty())) {
      return reply.answer();
    }
    var list = reply.isSuccess() ? reply.object() : emptyList();
    var items = JsonNodeFactory.instance.arrayNode();
    list.path("items")
        .forEach(
            item -> {
              if (item instanceof ObjectNode object && objects.find(of(path, object)).isEmpty()) {
                items.add(object);
              }
            });
    // A client that waits for a hook sees its end in a watch, as in a cluster.
    if (!selection.fields().isEmpty()) {
      made.forEach(object -> object.remove("status"));
    }
    // Once: a client may read a list in pages.
    if (list.path("metadata").path("continue").asText().isEmpty()) {
      items.addAll(made);
    }
    return Answer.of(200, list.set("items", items));
  }

  private static ObjectNode emptyList() {
    var list = JsonNodeFactory.instance.objectNode();
    list.put("kind", "List").put("apiVersion", "v1");
    list.putObject("metadata").put("resourceVersion", "1");
    return list;
  }

  private static ApiPath of(ApiPath collection, ObjectNode item) {
    var metadata = item.path("metadata");
    return new ApiPath(
        collection.group(),
        collection.version(),
        metadata.path("namespace").asText(""),
        collection.plural(),
        metadata.path("name").asText(),
        "");
  }

  /** Nothing changes in the cluster while the gateway is read, as far as its clients care. */
  private Answer watch(Call call, ApiPath path) {
    var made = objects.in(path, selection(call));
    var kind = made.isEmpty() ? "" : made.getFirst().path("kind").asText();
    var resource =
        new ApiResource(
            path.group(), path.version(), path.plural(), kind, !path.namespace().isEmpty());
    boolean isStreamed = call.query().containsKey("sendInitialEvents");
    return new Answer.Watch(new WatchEvents(resource, "1").of(made, isStreamed));
  }

  private static Selection selection(Call call) {
    var query = call.query();
    return new Selection(
        query.getOrDefault("labelSelector", ""), query.getOrDefault("fieldSelector", ""));
  }
}
