package dev.catamaran.testcluster;

import dev.catamaran.testcluster.TestCluster.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** K3s in a container: a cluster with one real node, without audit log. */
final class K3sCluster {
  private static final DockerImageName IMAGE = DockerImageName.parse("rancher/k3s:v1.34.3-k3s1");

  /** Docker Desktop uses the same name. */
  private static final String HOST = "host.docker.internal";

  /**
   * No test uses them, and each has an image to pull. Until the pod of metrics-server runs, the API
   * server cannot answer for its API, and namespaces stay.
   */
  private static final String UNUSED = "traefik,servicelb,local-storage,metrics-server";

  /**
   * With etcd. With SQLite, K3s sometimes answers a list at the revision of a new object, but
   * without the object. Then no client can learn of the object.
   */
  private static final String STORE = "--cluster-init";

  /** K3s imports the archives in this folder before its node becomes ready. */
  private static final String IMAGES = "/var/lib/rancher/k3s/agent/images/";

  private K3sCluster() {}

  /** Starts K3s. Testcontainers removes it after the end of this process. */
  @SuppressWarnings("resource") // Lives as long as the tests.
  static Running start() {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new IllegalStateException(
          "the tests need K3s, and no container engine answers; start one"
              + " (on Linux, unset CATAMARAN_TEST_CLUSTER to use hack/cluster)");
    }
    var container = new K3sContainer(IMAGE);
    container.withCommand(
        "server", STORE, "--disable=" + UNUSED, "--tls-san=" + container.getHost());
    container.withExtraHost(HOST, "host-gateway");
    memcached()
        .ifPresent(
            archive ->
                container.withCopyFileToContainer(
                    MountableFile.forHostPath(archive), IMAGES + archive.getFileName()));
    container.start();
    return new Running(kubeconfig(container.getKubeConfigYaml()), Optional.empty(), HOST);
  }

  /** The image of the tests' pods. Empty if it cannot be made here: then K3s pulls it. */
  private static Optional<Path> memcached() {
    var made = Script.run("hack/images/memcached-image");
    return made.status() == 0 ? Optional.of(Path.of(made.output().strip())) : Optional.empty();
  }

  private static Path kubeconfig(String yaml) {
    try {
      var file = Files.createTempFile("k3s-", ".kubeconfig");
      file.toFile().deleteOnExit();
      return Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
