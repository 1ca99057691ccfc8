package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.loopback.Answer;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.loopback.FinishedStatus;
import dev.catamaran.loopback.LoopbackServer.Call;
import dev.catamaran.loopback.ProtobufSecret;
import dev.catamaran.preview.KeptObjects.Kept;
import dev.catamaran.preview.RealServer.Reply;
import java.io.IOException;
import java.util.Optional;

/**
 * Keeps writes back. The API server gets the first write to an object as a dry run, so that its
 * defaults and refusals are true; later writes are applied to the kept object.
 */
final class GatewayWrites {
  private static final JsonMapper JSON = new JsonMapper();
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String APPLY = "application/apply-patch";

  /** The group of questions for rights, which nothing stores. */
  private static final String QUESTIONS = "authorization.k8s.io";

  private final RealServer server;
  private final KeptObjects objects;
  private final ApiPath primary;

  /** Creates the writes of a pass over that primary, to which no dry run is sent. */
  GatewayWrites(RealServer server, KeptObjects objects, ApiPath primary) {
    this.server = server;
    this.objects = objects;
    this.primary = primary.stored();
  }

  Answer answer(Call call, ApiPath path) throws IOException {
    return switch (call.method()) {
      case "POST" -> create(call, path);
      case "PUT" -> replace(call, path);
      case "PATCH" -> patch(call, path);
      case "DELETE" -> delete(call, path);
      default -> failure(405, "MethodNotAllowed", call.method() + " is not forwarded");
    };
  }

  private Answer create(Call call, ApiPath path) throws IOException {
    if (!path.name().isEmpty() || path.group().equals(QUESTIONS)) {
      return server.tryOut(call).answer();
    }
    var object = object(call);
    var named = path.named(object.path("metadata").path("name").asText(""));
    var kept = objects.find(named);
    if (kept.flatMap(Kept::now).isPresent()) {
      // The API server says what is wrong with an object before it says that it exists.
      return kept.get().before().isPresent() && !isRedefined(path)
          ? server.tryOut(call).answer()
          : failure(
              409, "AlreadyExists", named.plural() + " \"" + named.name() + "\" already exists");
    }
    if (kept.isPresent() || isRedefined(path) || mayStore(call, named)) {
      return made(call, named, object);
    }
    var reply = server.tryOut(call);
    if (reply.isSuccess()) {
      var tried = reply.object();
      return made(
          call, path.named(tried.path("metadata").path("name").asText(named.name())), tried);
    }
    return reply.isUntried(call) || isInNewPlace(reply, path)
        ? made(call, named, object)
        : reply.answer();
  }

  /** Whether a revision is stored. With a person's own rights, nobody knows who may do that. */
  private boolean mayStore(Call call, ApiPath path) {
    return isStoredRelease(path) && (call.user().isEmpty() || !server.tryOut(call).isForbidden());
  }

  /** Whether the namespace, or the kind, exists among the kept objects only. */
  private boolean isInNewPlace(Reply reply, ApiPath path) {
    var namespace = new ApiPath("", "v1", "", "namespaces", path.namespace(), "");
    return reply.isMissing()
        && (objects.find(namespace).flatMap(Kept::now).isPresent()
            || objects.find(definition(path)).flatMap(Kept::now).isPresent());
  }

  /** Whether this pass changes the kind: the API server would try out a write by the old schema. */
  private boolean isRedefined(ApiPath path) {
    return objects
        .find(definition(path))
        .filter(kept -> kept.before().isPresent() && kept.now().isPresent())
        .filter(kept -> !spec(kept.before()).equals(spec(kept.now())))
        .isPresent();
  }

  private static Optional<JsonNode> spec(Optional<ObjectNode> definition) {
    return definition.map(object -> object.path("spec"));
  }

  private static ApiPath definition(ApiPath path) {
    return new ApiPath(
        "apiextensions.k8s.io",
        "v1",
        "",
        "customresourcedefinitions",
        path.plural() + "." + path.group(),
        "");
  }

  private Answer made(Call call, ApiPath path, ObjectNode object) {
    var made = KeptObjects.completed(path, object);
    FinishedStatus.set(made);
    if (!isDry(call)) {
      objects.put(path, Optional.empty(), Optional.of(made));
    }
    return Answer.of(201, made);
  }

  private Answer replace(Call call, ApiPath path) throws IOException {
    return change(call, path, object(call));
  }

  private Answer patch(Call call, ApiPath path) throws IOException {
    var patch = object(call);
    var kept = objects.find(path);
    if (kept.isPresent() && kept.get().now().isEmpty()) {
      return missing(path);
    }
    var base = kept.flatMap(Kept::now).or(() -> live(path));
    if (base.isEmpty()) {
      return call.type().startsWith(APPLY) ? create(call, path, patch) : missing(path);
    }
    return change(call, path, LocalPatch.of(call.type(), patch, base.get()));
  }

  private Answer create(Call call, ApiPath path, ObjectNode object) {
    if (isRedefined(path)) {
      return made(call, path, object);
    }
    var reply = server.tryOut(call);
    if (!reply.isSuccess() && !reply.isUntried(call)) {
      return reply.answer();
    }
    return made(call, path, reply.isSuccess() ? reply.object() : object);
  }

  /**
   * Answers a change of an existing object.
   *
   * @param locally the object after it, without the API server's part
   */
  private Answer change(Call call, ApiPath path, ObjectNode locally) {
    var kept = objects.find(path);
    var live = kept.isPresent() ? kept.get().before() : live(path);
    if (kept.isPresent() ? kept.get().now().isEmpty() : live.isEmpty()) {
      return missing(path);
    }
    var after = KeptObjects.completed(path, locally);
    boolean isAsLive = kept.isEmpty() || kept.get().isAsBefore();
    if (isAsLive
        && !isStoredRelease(path)
        && !path.stored().equals(primary)
        && !isRedefined(path)) {
      var reply = server.tryOut(call);
      if (!reply.isSuccess() && !reply.isUntried(call)) {
        return reply.answer();
      }
      after = reply.isSuccess() ? reply.object() : after;
    }
    if (!isDry(call)) {
      objects.put(path, live, Optional.of(after));
    }
    return Answer.of(200, after);
  }

  private Answer delete(Call call, ApiPath path) {
    if (path.name().isEmpty()) {
      return failure(405, "MethodNotAllowed", "only single objects are deleted");
    }
    var kept = objects.find(path);
    var live = kept.isPresent() ? kept.get().before() : live(path);
    if (kept.isPresent() ? kept.get().now().isEmpty() : live.isEmpty()) {
      return missing(path);
    }
    if (!isDry(call)) {
      objects.put(path, live, Optional.empty());
    }
    return Answer.success();
  }

  /** The options of a deletion are in its body. */
  private static boolean isDry(Call call) {
    return call.query().containsKey("dryRun")
        || (call.method().equals("DELETE")
            && new String(call.body(), java.nio.charset.StandardCharsets.UTF_8)
                .contains("\"dryRun\""));
  }

  private Optional<ObjectNode> live(ApiPath path) {
    var reply = server.readObject(target(path));
    return reply.isSuccess() ? Optional.of(reply.object()) : Optional.empty();
  }

  private static String target(ApiPath path) {
    return (path.group().isEmpty() ? "/api/" : "/apis/" + path.group() + "/")
        + path.version()
        + (path.namespace().isEmpty() ? "" : "/namespaces/" + path.namespace())
        + ("/" + path.plural() + "/" + path.name().replace(" ", "%20"));
  }

  /** Helm's name of a revision's Secret (Helm, pkg/storage/storage.go). */
  static boolean isStoredRelease(ApiPath path) {
    return path.group().isEmpty()
        && path.plural().equals("secrets")
        && path.name().startsWith("sh.helm.release.v1.");
  }

  private static ObjectNode object(Call call) throws IOException {
    var body = call.body();
    if (ProtobufSecret.isIn(body)) {
      return ProtobufSecret.read(body);
    }
    var mapper = call.type().contains("yaml") ? YAML : JSON;
    return mapper.readTree(body) instanceof ObjectNode object
        ? object
        : JsonNodeFactory.instance.objectNode();
  }

  private static Answer missing(ApiPath path) {
    return Answer.notFound(path.plural() + " \"" + path.name() + "\"");
  }

  private static Answer failure(int code, String reason, String message) {
    var status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").put("status", "Failure");
    return Answer.of(code, status.put("reason", reason).put("message", message).put("code", code));
  }
}
