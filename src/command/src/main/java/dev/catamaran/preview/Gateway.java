package dev.catamaran.preview;

import dev.catamaran.inspect.Cluster;
import dev.catamaran.loopback.Answer;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.loopback.LoopbackServer;
import dev.catamaran.loopback.LoopbackServer.Call;
import dev.catamaran.temporary.TemporaryFolder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A server between the operator's code and the API server. It forwards reads and dry runs, and
 * keeps back everything else.
 */
final class Gateway implements AutoCloseable {
  private final RealServer real;
  private volatile Turn turn;
  private final LoopbackServer server;
  private final TemporaryFolder folder;
  private final KubernetesClient client;

  /** The reads and writes of the passes over one primary. */
  private record Turn(GatewayReads reads, GatewayWrites writes) {
    static Turn of(RealServer real, KeptObjects objects, ApiPath primary) {
      return new Turn(new GatewayReads(real, objects), new GatewayWrites(real, objects, primary));
    }
  }

  /**
   * Starts a gateway for passes over one primary.
   *
   * @param objects gets the writes
   */
  Gateway(RealServer real, KeptObjects objects, ApiPath primary) {
    this.real = real;
    this.turn = Turn.of(real, objects, primary);
    this.server = LoopbackServer.start(this::answer);
    this.folder = TemporaryFolder.create("catamaran-gateway-");
    this.client =
        Cluster.client(
            new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url())
                .withRequestRetryBackoffLimit(0));
  }

  /** Goes on with passes over another primary; forgets what those before wrote. */
  void turnTo(KeptObjects objects, ApiPath primary) {
    turn = Turn.of(real, objects, primary);
  }

  KubernetesClient client() {
    return client;
  }

  /** Writes a kubeconfig for this gateway. */
  Path kubeconfig() {
    var text =
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: gateway, cluster: {server: "%s"}}]
        users: [{name: gateway, user: {}}]
        contexts: [{name: gateway, context: {cluster: gateway, user: gateway}}]
        current-context: gateway
        """
            .formatted(server.url());
    try {
      return Files.writeString(folder.path().resolve("kubeconfig"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer answer(Call call) throws IOException {
    var path = ApiPath.of(call.path());
    var present = turn;
    if (!call.method().equals("GET")) {
      return path.isPresent()
          ? present.writes().answer(call, path.get())
          : Answer.notFound(call.path());
    }
    return path.isPresent()
        ? present.reads().answer(call, path.get())
        : real.readOnce(call).answer();
  }

  @Override
  public void close() {
    client.close();
    server.close();
    folder.close();
  }
}
