package dev.catamaran.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.loopback.StandInCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * An operator starts, installs a release and ends, without a cluster. The build of the image runs
 * this program, because Java then knows the classes of a start ({@code hack/images/class-archive}).
 */
final class ArchiveRun {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private ArchiveRun() {}

  /**
   * Runs the rehearsal. The exit code is 0 if the operator installed the release.
   *
   * @param arguments watches.yaml, the CustomResourceDefinition of its kind, and a primary
   */
  public static void main(String[] arguments) throws IOException {
    var cluster = StandInCluster.start("default");
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(cluster::close));
    cluster.define(read(arguments[1]));
    cluster.putPrimary(read(arguments[2]));
    Thread.ofPlatform().start(() -> System.exit(isInstalled(cluster) ? 0 : 1));
    Main.main(
        List.of(
                "run",
                "--watches-file=" + arguments[0],
                "--kubeconfig=" + cluster.kubeconfig(),
                "--metrics-bind-address=0",
                "--health-probe-bind-address=0")
            .toArray(String[]::new));
  }

  private static ObjectNode read(String file) throws IOException {
    return (ObjectNode) YAML.readTree(Path.of(file).toFile());
  }

  /** An Event is the last that an operator writes. */
  private static boolean isInstalled(StandInCluster cluster) {
    try {
      return cluster.await("", "secrets", "owner=helm,status=deployed", PATIENCE)
          && cluster.await("events.k8s.io", "events", "", PATIENCE);
    } catch (InterruptedException e) {
      return false;
    }
  }
}
