package dev.catamaran.loopback;

import dev.catamaran.loopback.LoopbackServer.Call;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A stand-in API server on the loopback interface. */
final class StandInServer implements AutoCloseable {
  private static final String DISCOVERY =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  /** An empty message: Helm then finds no schema, and leaves validation to the API server. */
  private static final Answer NO_SCHEMAS =
      new Answer.Whole(200, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf", "");

  private final ServedLists served;
  private final ObjectRequests objects;
  private final LoopbackServer server;

  private StandInServer(ServedKinds discovery, ObjectRequests objects) {
    this.served = new ServedLists(discovery);
    this.objects = objects;
    this.server = LoopbackServer.start(this::answer);
  }

  /**
   * Starts a server on a free port.
   *
   * @throws UncheckedIOException if no port is free
   */
  static StandInServer start(ServedKinds discovery, ObjectRequests objects) {
    return new StandInServer(discovery, objects);
  }

  String url() {
    return server.url();
  }

  /** Writes a kubeconfig for this server. */
  Path writeKubeconfig(Path folder) {
    var text =
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: stand-in, cluster: {server: "%s"}}]
        users: [{name: stand-in, user: {}}]
        contexts: [{name: stand-in, context: {cluster: stand-in, user: stand-in}}]
        current-context: stand-in
        """
            .formatted(url());
    try {
      return Files.writeString(folder.resolve("kubeconfig"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }

  private Answer answer(Call call) throws IOException {
    var path = call.path();
    return switch (path) {
      case "/version" -> new Answer.Whole(200, Answer.JSON, served.version());
      case "/api" -> new Answer.Whole(200, DISCOVERY, served.list(true));
      case "/apis" -> new Answer.Whole(200, DISCOVERY, served.list(false));
      case "/openapi/v2" -> NO_SCHEMAS;
      case "/openapi/v3" -> new Answer.Whole(200, Answer.JSON, "{\"paths\":{}}");
      default -> {
        var object = ApiPath.of(path);
        yield object.isEmpty()
            ? resources(path)
            : objects.answer(call.method(), object.get(), call.query(), call.body());
      }
    };
  }

  private Answer resources(String path) {
    return served
        .list(path.replaceFirst("^/apis?/", ""))
        .<Answer>map(list -> new Answer.Whole(200, Answer.JSON, list))
        .orElse(Answer.notFound(path));
  }
}
