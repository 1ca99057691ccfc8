package dev.catamaran.testcluster;

import dev.catamaran.testcluster.TestCluster.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/** The sources of a cluster. The first that has one provides it. */
enum ClusterProvider {
  /**
   * The cluster of KUBECONFIG, only if CATAMARAN_TEST_KUBECONFIG is true: tests write and delete.
   */
  GIVEN {
    @Override
    Optional<Running> start() {
      if (!"true".equals(System.getenv("CATAMARAN_TEST_KUBECONFIG"))) {
        return Optional.empty();
      }
      var file = Optional.ofNullable(System.getenv("KUBECONFIG")).map(Path::of);
      return Optional.of(
          new Running(
              file.orElse(Path.of(System.getProperty("user.home"), ".kube", "config")),
              Optional.ofNullable(System.getenv("CATAMARAN_AUDIT_LOG")).map(Path::of)));
    }
  },

  /** K3s in a container: if CATAMARAN_TEST_CLUSTER is k3s, or if hack/cluster cannot run here. */
  K3S {
    @Override
    @SuppressWarnings("resource") // Lives as long as the tests; Testcontainers removes it.
    Optional<Running> start() {
      boolean isAsked = "k3s".equals(System.getenv("CATAMARAN_TEST_CLUSTER"));
      if (!isAsked && System.getProperty("os.name").equals("Linux")) {
        return Optional.empty();
      }
      if (!DockerClientFactory.instance().isDockerAvailable()) {
        throw new IllegalStateException(
            "the tests need K3s, and no container engine answers; start one"
                + " (on Linux, unset CATAMARAN_TEST_CLUSTER to use hack/cluster)");
      }
      var container = new K3sContainer(DockerImageName.parse("rancher/k3s:v1.34.3-k3s1"));
      container.start();
      try {
        var kubeconfig = Files.createTempFile("k3s-", ".kubeconfig");
        kubeconfig.toFile().deleteOnExit();
        Files.writeString(kubeconfig, container.getKubeConfigYaml());
        return Optional.of(new Running(kubeconfig, Optional.empty()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  },

  /** The control plane of hack/cluster. It ends with this process. */
  LOCAL {
    @Override
    Optional<Running> start() {
      var pid = Long.toString(ProcessHandle.current().pid());
      var name = "test-" + pid;
      cluster(ProcessBuilder.Redirect.INHERIT, "up", "--name", name, "--until-exit", pid);
      var environment = exports(cluster(ProcessBuilder.Redirect.PIPE, "env", "--name", name));
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> cluster(ProcessBuilder.Redirect.DISCARD, "down", "--name", name)));
      return Optional.of(
          new Running(
              Path.of(environment.get("KUBECONFIG")),
              Optional.of(Path.of(environment.get("CATAMARAN_AUDIT_LOG")))));
    }
  };

  private static final Pattern EXPORT = Pattern.compile("(?m)^export (\\w+)=\"?([^\"\\n]*)");

  /** Starts the cluster; empty if this provider does not apply here. */
  abstract Optional<Running> start();

  private static String cluster(ProcessBuilder.Redirect output, String... arguments) {
    var command = new java.util.ArrayList<String>();
    command.add("hack/cluster/cluster");
    command.addAll(java.util.List.of(arguments));
    try {
      var process =
          new ProcessBuilder(command)
              .redirectOutput(output)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed");
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> exports(String text) {
    return EXPORT
        .matcher(text)
        .results()
        .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
  }
}
