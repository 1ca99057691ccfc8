package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.EngineRequest.Caller;
import dev.catamaran.inspect.ApiFailure;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.Cluster.Login;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.requests.Outcome;
import dev.catamaran.requests.Waiting;
import dev.catamaran.requests.Waiting.Goal;
import dev.catamaran.wire.SideBySide;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private Optional<String> namespace = Optional.empty();

  @Option(
      names = "--watches-file",
      paramLabel = "FILE",
      description =
          "Path of watches.yaml (default: ./watches.yaml, if it exists). Without the file,"
              + " the command finds the kinds in the cluster; diff and plan need the file.")
  private Optional<Path> watchesFile = Optional.empty();

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
        description =
            "Context of the kubeconfig (default: its current one). Also as with kubectl: --as, --as-group, --token, --server,"
                + " --request-timeout.")
    private String context = "";

    @Option(names = "--as", hidden = true, paramLabel = "USER")
    private String user = "";

    @Option(names = "--as-group", hidden = true, paramLabel = "GROUP")
    private List<String> groups = new ArrayList<>();

    @Option(names = "--token", hidden = true, paramLabel = "TOKEN")
    private String token = "";

    @Option(
        names = {"-s", "--server"},
        hidden = true,
        paramLabel = "URL")
    private String server = "";

    @Option(names = "--request-timeout", hidden = true, paramLabel = "DURATION")
    private Duration timeout = Duration.ofSeconds(30);

    <T> T use(Function<Cluster, T> action) {
      if (user.isEmpty() && !groups.isEmpty()) {
        throw new ManagerException("--as-group needs --as: name the user of these groups");
      }
      return Cluster.use(
          new Login(
              Optional.ofNullable(kubeconfig),
              context,
              new Caller(user, groups, token, server),
              timeout),
          action);
    }
  }

  /** The flag for the end of a wait. */
  static final class TimeoutFlag {
    @Option(
        names = "--timeout",
        paramLabel = "DURATION",
        defaultValue = "5m",
        description = "Maximum time to wait, such as 90s (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ZERO;
  }

  /** The flag for all namespaces, of commands that list. */
  static final class EverywhereFlag {
    @Option(
        names = {"-A", "--all-namespaces"},
        description = "Include those of all namespaces.")
    boolean isEverywhere;
  }

  /** What names one primary. */
  @Command
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

  /** What names primaries: each by its name, or those of a kind. */
  @Command
  static final class PrimariesFlags extends Console.Flags {
    /** Each has a watch of its own. */
    private static final int AT_ONCE = 32;

    @Parameters(
        paramLabel = "KIND/NAME|KIND",
        arity = "1..*",
        description =
            "Custom resources, or a kind with --all or --selector. KIND is a kind, plural or short name, with or without .group.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--all", description = "All of the kind.")
    private boolean isAll;

    @Option(
        names = {"-l", "--selector"},
        paramLabel = "SELECTOR",
        description = "Those of the kind that have these labels, such as team=a.")
    private String selector = "";

    @Option(
        names = {"-A", "--all-namespaces"},
        description = "Those of all namespaces, with --all or --selector.")
    private boolean isEverywhere;

    @Mixin private final ClusterFlags cluster = new ClusterFlags();

    private record Place(Scope scope, Target target) {
      /** What hinders one hinders no other. */
      Outcome outcome(BiFunction<Scope, Target, ? extends Outcome> action) {
        try {
          return action.apply(scope, target);
        } catch (ManagerException | KubernetesClientException e) {
          return new Outcome.Failure(target.kind() + "/" + target.name(), ApiFailure.reason(e));
        }
      }
    }

    /** Acts on all at once, and tells each in a line. Returns the worst exit code: 1, else 3. */
    int each(OutputFlags output, BiFunction<Scope, Target, ? extends Outcome> action) {
      boolean isNamed = words.stream().allMatch(word -> word.contains("/"));
      if (isSelection()
          ? words.stream().anyMatch(word -> word.contains("/"))
          : !isNamed || isEverywhere) {
        throw misuse("write KIND/NAME alone, or KIND with --all or --selector");
      }
      return cluster.in(
          isEverywhere,
          scope -> {
            if (isSingle()) {
              var done = action.apply(scope, Target.parse(words.getFirst()));
              output.print(done, done::lines);
              return done.exitCode();
            }
            var places = places(scope);
            if (places.isEmpty()) {
              scope.requireNamespace();
              throw new ManagerException(
                  "no custom resource is selected; catamaran status lists all");
            }
            var done = SideBySide.ofEach(AT_ONCE, places, place -> place.outcome(action));
            output.print(
                Map.of("items", done),
                () -> done.stream().map(one -> one.lines().getFirst()).toList());
            return Outcome.exitCode(done);
          });
    }

    private boolean isSelection() {
      return isAll || !selector.isEmpty();
    }

    private boolean isSingle() {
      return !isSelection() && words.size() == 1;
    }

    /** Tells what happens meanwhile. */
    void tell(Target target, String line) {
      tell(isSingle() ? line : "%s/%s: %s".formatted(target.kind(), target.name(), line));
    }

    /** Waits for one of them, until a time of {@link System#nanoTime}. */
    Waiting await(Goal goal, long end, Scope scope, Target target) {
      var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      return Waiting.until(goal, scope, target, left, line -> tell(target, line));
    }

    private List<Place> places(Scope scope) {
      return isSelection()
          ? words.stream()
              .flatMap(kind -> scope.list(kind, selector).primaries())
              .map(
                  found ->
                      new Place(
                          scope.within(found.namespace()),
                          new Target(found.kind().qualified(), found.name())))
              .toList()
          : words.stream().map(word -> new Place(scope, Target.parse(word))).toList();
    }
  }

  Path watches() {
    return watchesFile.orElse(Path.of("watches.yaml"));
  }

  /** Runs an action on the primaries of the namespace, or of all namespaces. */
  <T> T in(boolean isEverywhere, Function<Scope, T> action) {
    return kubeconfig.use(
        cluster -> action.apply(Scope.of(cluster, namespace, isEverywhere, watchesFile)));
  }

  /** The same; a watches.yaml with problems counts as absent. */
  <T> T reading(boolean isEverywhere, Function<Scope, T> action) {
    return kubeconfig.use(
        cluster -> action.apply(Scope.tolerant(cluster, namespace, isEverywhere, watchesFile)));
  }
}
