package dev.catamaran.testcluster;

import dev.catamaran.testcluster.TestCluster.Running;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
              Optional.ofNullable(System.getenv("CATAMARAN_AUDIT_LOG")).map(Path::of),
              LOOPBACK));
    }
  },

  /** K3s in a container: if CATAMARAN_TEST_CLUSTER is k3s, or if hack/cluster cannot run here. */
  K3S {
    @Override
    Optional<Running> start() {
      boolean isAsked = "k3s".equals(System.getenv("CATAMARAN_TEST_CLUSTER"));
      boolean isLinux = System.getProperty("os.name").equals("Linux");
      return isAsked || !isLinux ? Optional.of(K3sCluster.start()) : Optional.empty();
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
              Optional.of(Path.of(environment.get("CATAMARAN_AUDIT_LOG"))),
              LOOPBACK));
    }
  };

  static final String LOOPBACK = "127.0.0.1";
  private static final Pattern EXPORT = Pattern.compile("(?m)^export (\\w+)=\"?([^\"\\n]*)");

  /** Starts the cluster; empty if this provider does not apply here. */
  abstract Optional<Running> start();

  private static String cluster(ProcessBuilder.Redirect output, String... arguments) {
    var command = Stream.concat(Stream.of("hack/cluster/cluster"), Stream.of(arguments));
    return Script.run(output, command.toArray(String[]::new)).succeeded();
  }

  private static Map<String, String> exports(String text) {
    return EXPORT
        .matcher(text)
        .results()
        .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
  }
}
