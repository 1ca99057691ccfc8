package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * The cluster in which an operator of the image starts and installs a release. The build of the
 * image runs this program beside it, because Java then knows the classes of a start ({@code
 * hack/images/class-archive}).
 */
final class Rehearsal {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private Rehearsal() {}

  /**
   * Prints the path of a kubeconfig, then {@code installed} if the operator has installed the
   * release in time, else {@code missing}. Answers requests until a signal ends it.
   *
   * @param arguments the CustomResourceDefinition of the watched kind, and a primary
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    // The JDK's server otherwise sends the second part of a long answer 40 ms late.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var cluster = StandInCluster.start("default");
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(cluster::close));
    cluster.define(read(arguments[0]));
    cluster.putPrimary(read(arguments[1]));
    System.out.println(cluster.kubeconfig());
    System.out.println(isInstalled(cluster) ? "installed" : "missing");
    new CountDownLatch(1).await();
  }

  private static ObjectNode read(String file) throws IOException {
    return (ObjectNode) YAML.readTree(Path.of(file).toFile());
  }

  /** An Event is the last that an operator writes. */
  private static boolean isInstalled(StandInCluster cluster) throws InterruptedException {
    return cluster.await("", "secrets", "owner=helm,status=deployed", PATIENCE)
        && cluster.await("events.k8s.io", "events", "", PATIENCE);
  }
}
