package dev.catamaran.cli;

import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Flags of all commands that use a cluster as a person does, with the names of kubectl's flags. */
final class ClusterFlags {
  @Mixin private final KubeconfigFlags kubeconfig = new KubeconfigFlags();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Namespace of the custom resources (default: the namespace of the context).")
  private @Nullable String namespace;

  @Option(
      names = "--watches-file",
      paramLabel = "FILE",
      description =
          "Path of watches.yaml (default: ./watches.yaml, if it exists). Without the file,"
              + " the command finds the kinds in the cluster; diff and plan need the file.")
  private @Nullable Path watchesFile;

  /** The flags that choose a cluster, with the names of kubectl's flags. */
  static final class KubeconfigFlags {
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

  /** What names one primary. */
  @Command(mixinStandardHelpOptions = true, sortOptions = false)
  static final class PrimaryFlags extends Console.Flags {
    @Parameters(
        paramLabel = "KIND/NAME",
        description =
            "A custom resource. KIND is its kind, plural or short name, with or without .group: memcached/memcached-sample.")
    private String primary = "";

    @Mixin private final ClusterFlags cluster = new ClusterFlags();

    <T> T in(BiFunction<Scope, Target, T> action) {
      var target = Target.parse(primary);
      return cluster.in(false, scope -> action.apply(scope, target));
    }

    Path watches() {
      return cluster.watches();
    }
  }

  Path watches() {
    return Optional.ofNullable(watchesFile).orElse(Path.of("watches.yaml"));
  }

  /** Runs an action on the primaries of the namespace, or of all namespaces. */
  <T> T in(boolean isEverywhere, Function<Scope, T> action) {
    return kubeconfig.use(
        cluster -> action.apply(Scope.of(cluster, place(), isEverywhere, file())));
  }

  /** The same; a watches.yaml with problems counts as absent. */
  <T> T reading(boolean isEverywhere, Function<Scope, T> action) {
    return kubeconfig.use(
        cluster -> action.apply(Scope.tolerant(cluster, place(), isEverywhere, file())));
  }

  private Optional<String> place() {
    return Optional.ofNullable(namespace);
  }

  private Optional<Path> file() {
    return Optional.ofNullable(watchesFile);
  }
}
