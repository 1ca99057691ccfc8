package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.Rehearse;
import dev.catamaran.engine.EngineRequest.StoredAt;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.temporary.TemporaryFolder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A server between the operator's code and the API server, which forwards reads and dry runs, and
 * keeps back everything else. A program that operators do not have runs it (src/engine/gateway).
 */
final class Gateway implements AutoCloseable {
  private static final StoredAt NOTHING = new StoredAt("", "", "", "");
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Engine program;
  private final Cluster.Login login;
  private final String url;
  private final TemporaryFolder folder;
  private final KubernetesClient client;

  /**
   * Starts one.
   *
   * @throws ManagerException if the program cannot be run
   */
  Gateway(Engine program, Cluster.Login login) {
    this.program = program;
    this.login = login;
    this.url = rehearse("", NOTHING).path("url").asText();
    this.folder = TemporaryFolder.create("catamaran-gateway-");
    this.client =
        Cluster.client(
            new ConfigBuilder(Config.empty()).withMasterUrl(url).withRequestRetryBackoffLimit(0));
  }

  /** Begins the passes over a primary. */
  void turnTo(PrimaryObject primary) {
    var kind = primary.kind();
    var unused =
        rehearse(
            url, new StoredAt(kind.group(), kind.plural(), primary.namespace(), primary.name()));
  }

  /**
   * Ends the passes over the primary, and forgets what they wrote. Returns it: {@code objects} with
   * their forms {@code before} and {@code now}, the created {@code hooks}, and whether it changes
   * the {@code kinds} that the API server serves.
   */
  JsonNode written() {
    return rehearse(url, NOTHING);
  }

  private JsonNode rehearse(String at, StoredAt primary) {
    var files = login.kubeconfigs().stream().map(file -> file.toAbsolutePath().toString()).toList();
    try {
      return program.call(new Rehearse(files, login.context(), at, primary), LIMIT);
    } catch (EngineFaultException e) {
      throw new ManagerException("the next reconcile cannot be tried out: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagerException(
          "the next reconcile is not tried out: the command was interrupted");
    }
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
            .formatted(url);
    try {
      return Files.writeString(folder.path().resolve("kubeconfig"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    folder.close();
  }
}
