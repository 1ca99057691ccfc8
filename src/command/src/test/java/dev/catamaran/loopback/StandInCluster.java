package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.cluster.Finalizers;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A stand-in API server in which an operator can install a release. It has no controllers, and its
 * watches report the objects of their begin only.
 */
final class StandInCluster implements AutoCloseable {
  private final String namespace;
  private final ServedKinds discovery = new ServedKinds();
  private final ObjectStore store;
  private final StandInServer server;
  private final TemporaryFolder folder = TemporaryFolder.create("catamaran-stand-in-");
  private final Path kubeconfig;

  private StandInCluster(String namespace) {
    this.namespace = namespace;
    store = ObjectStore.of(namespace);
    server = StandInServer.start(discovery, new ObjectRequests(discovery, store));
    kubeconfig = server.writeKubeconfig(folder.path());
  }

  /**
   * Starts a server with one namespace on a free port.
   *
   * @throws UncheckedIOException if no port is free
   */
  static StandInCluster start(String namespace) {
    return new StandInCluster(namespace);
  }

  /** The path of a kubeconfig for this server; {@link #close} deletes it. */
  Path kubeconfig() {
    return kubeconfig;
  }

  /** Serves the kind of a CustomResourceDefinition. */
  void define(ObjectNode definition) {
    put(definition);
    discovery.define(definition);
  }

  /**
   * Stores a primary in the namespace of the server. It has the finalizer already: a patch changes
   * nothing here, and the operator would wait for it.
   *
   * @throws IllegalArgumentException if the server does not serve its kind
   */
  void putPrimary(ObjectNode primary) {
    primary
        .withObjectProperty("metadata")
        .put("namespace", namespace)
        .putArray("finalizers")
        .add(Finalizers.OURS);
    put(primary);
  }

  private void put(ObjectNode object) {
    var apiVersion = object.path("apiVersion").asText();
    var kind = object.path("kind").asText();
    var resource =
        discovery
            .find(apiVersion, kind)
            .orElseThrow(() -> new IllegalArgumentException(apiVersion + " has no kind " + kind));
    var metadata = object.path("metadata");
    FinishedStatus.set(object);
    store.put(
        new ApiPath(
            resource.group(),
            resource.version(),
            metadata.path("namespace").asText(),
            resource.plural(),
            metadata.path("name").asText(),
            ""),
        object);
  }

  /**
   * Waits for an object in any namespace. Returns whether it appeared in time.
   *
   * @param group of its kind; empty for the core group
   * @param plural name of its kind in paths
   * @param labels a selector; empty for any object
   */
  boolean await(String group, String plural, String labels, Duration patience)
      throws InterruptedException {
    return store.await(
        new ApiPath(group, "", "", plural, "", ""), new Selection(labels, ""), patience);
  }

  @Override
  public void close() {
    server.close();
    folder.close();
  }
}
