package dev.catamaran.cli;

import dev.catamaran.inspect.Cluster;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that choose a cluster, with the names of kubectl's flags. */
final class KubeconfigFlags {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Path of a kubeconfig (default: KUBECONFIG, then ~/.kube/config).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig (default: its current one).")
  private @Nullable String context;

  /** Runs an action with a client, which is closed after it. */
  <T> T use(Function<Cluster, T> action) {
    return Cluster.use(Optional.ofNullable(kubeconfig), Optional.ofNullable(context), action);
  }
}
