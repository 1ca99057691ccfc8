package dev.catamaran.testcluster;

import static java.util.stream.Collectors.toMap;

import dev.catamaran.wire.TolerantSerialization;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The one cluster of a test run. */
public final class TestCluster {
  private static final List<Path> DEFINITIONS =
      List.of(
          Path.of("config/crd/bases/cache.my.domain_memcacheds.yaml"),
          Path.of("config/crd/bases/cache.my.domain_memcachedbackups.yaml"),
          Path.of("samples/reverse-words/crds/apps.linuxera.org_reversewordsapps.yaml"),
          Path.of("samples/ptemplate/crds/pt.example.com_ptemplates.yaml"),
          Path.of(
              "src/command/src/main/resources/dev/catamaran/project/rollout/catamaran.dev_chartrollouts.yaml"),
          Path.of("src/tests/src/test/resources/test-crds.yaml"));

  private final Running running;
  private final KubernetesClient admin;

  /**
   * A cluster that a provider started.
   *
   * @param kubeconfig of an administrator
   * @param auditLog the file to which the API server writes one JSON line for each request; empty
   *     if it writes none
   * @param host name or address under which the API server reaches servers on this machine
   */
  record Running(Path kubeconfig, Optional<Path> auditLog, String host) {}

  private static final class Shared {
    static final TestCluster CLUSTER = start();
  }

  private TestCluster(Running running) {
    this.running = running;
    this.admin = client(running.kubeconfig());
  }

  /** The cluster; the first call starts it. */
  public static TestCluster shared() {
    return Shared.CLUSTER;
  }

  /** A client with all rights. */
  public KubernetesClient admin() {
    return admin;
  }

  /** A kubeconfig with all rights. */
  public Path adminKubeconfig() {
    return running.kubeconfig();
  }

  /** The audit log, with one JSON line for each request; empty if the API server writes none. */
  public Optional<Path> auditLog() {
    return running.auditLog();
  }

  /** The name or address under which the API server reaches servers on this machine. */
  public String host() {
    return running.host();
  }

  /** The address at which such servers listen: on all interfaces only for a container. */
  public String listenAddress() {
    return host().equals(ClusterProvider.LOOPBACK) ? host() : "0.0.0.0";
  }

  /** Whether the cluster ends with the tests, and serves no one else. */
  boolean isTemporary() {
    return !processes().isEmpty();
  }

  /**
   * The processes of the control plane and of the simulated nodes, by name; empty if hack/cluster
   * did not start the cluster.
   */
  public Map<String, ProcessFigures> processes() {
    var folder = running.kubeconfig().resolveSibling("pid");
    if (!Files.isDirectory(folder)) {
      return Map.of();
    }
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> !file.endsWith("until-exit"))
          .collect(toMap(file -> file.getFileName().toString(), TestCluster::process));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProcessFigures process(Path file) {
    try {
      return new ProcessFigures(Long.parseLong(Files.readString(file).split(" ", 2)[0]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads unreadable objects too, because tests create some and check them. */
  private static TolerantSerialization tolerant() {
    var serialization = new TolerantSerialization(unreadable -> {});
    serialization.tolerate(GenericKubernetesResource.class);
    return serialization;
  }

  static KubernetesClient client(Path kubeconfig) {
    try {
      return new KubernetesClientBuilder()
          .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig)))
          .withKubernetesSerialization(tolerant())
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TestCluster start() {
    var running =
        ClusterProvider.GIVEN
            .start()
            .or(ClusterProvider.K3S::start)
            .or(ClusterProvider.LOCAL::start)
            .orElseThrow(() -> new IllegalStateException("no cluster for integration tests"));
    var cluster = new TestCluster(running);
    // The test kit reads this property before KUBECONFIG.
    System.setProperty("kubeconfig", running.kubeconfig().toString());
    cluster.install();
    if (Boolean.getBoolean("catamaran.canary")) {
      CanaryWatch.start(cluster.admin);
    }
    return cluster;
  }

  private void install() {
    var applied = DEFINITIONS.stream().map(this::apply).flatMap(List::stream).toList();
    Discovery.awaitServed(admin, applied);
  }

  private List<HasMetadata> apply(Path file) {
    try (var in = Files.newInputStream(file)) {
      return admin.load(in).serverSideApply();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean isEstablished(CustomResourceDefinition definition) {
    return definition.getStatus() != null
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }
}
