package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.Engine;
import dev.catamaran.wire.Kubeconfigs;
import dev.catamaran.wire.SilenceLimits;
import dev.catamaran.wire.TolerantSerialization;
import dev.catamaran.wire.TrustedAuthorities;
import dev.catamaran.wire.WatchfulClientFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The cluster and the namespace of a kubeconfig. */
public final class Cluster implements AutoCloseable {
  private static final int TIMEOUT = 30_000;

  private final KubernetesClient client;
  private final String namespace;
  private final Login login;
  private final Engine engine = Engine.inCluster();

  /**
   * How another program reaches the same cluster.
   *
   * @param kubeconfigs as KUBECONFIG lists them; none in a pod
   * @param context empty for the current one
   */
  public record Login(List<Path> kubeconfigs, String context) {}

  private Cluster(KubernetesClient client, String namespace, Login login) {
    this.client = client;
    this.namespace = namespace;
    this.login = login;
  }

  /**
   * Runs an action on the cluster.
   *
   * @param kubeconfig the file; empty for that of the environment
   * @param context empty for the current one
   */
  public static <T> T use(
      Optional<Path> kubeconfig, Optional<String> context, Function<Cluster, T> action) {
    var files = kubeconfig.map(List::of).orElseGet(Cluster::fromEnvironment);
    var config = config(kubeconfig, files, context);
    var login = new Login(files, context.orElse(""));
    try (var cluster = new Cluster(client(config), namespaceOf(config), login)) {
      return action.apply(cluster);
    } catch (KubernetesClientException e) {
      throw ApiFailure.of(e, config.getMasterUrl());
    }
  }

  public KubernetesClient client() {
    return client;
  }

  public Login login() {
    return login;
  }

  public String namespace() {
    return namespace;
  }

  /** Compares live objects, in a process that the first comparison starts. */
  public Engine engine() {
    return engine;
  }

  @Override
  public void close() {
    engine.close();
    client.close();
  }

  private static KubernetesClient client(Config config) {
    return client(
        new ConfigBuilder(TrustedAuthorities.asKubectl(config))
            .withRequestTimeout(TIMEOUT)
            // A person waits, and can repeat the command.
            .withRequestRetryBackoffLimit(1));
  }

  /** Returns a client that reads objects of each kind, also those with fields of a wrong type. */
  public static KubernetesClient client(ConfigBuilder config) {
    var serialization = new TolerantSerialization(unreadable -> {});
    serialization.tolerate(GenericKubernetesResource.class);
    return new KubernetesClientBuilder()
        .withConfig(config.withHttp2Disable(true).build())
        .withKubernetesSerialization(serialization)
        .withHttpClientFactory(new WatchfulClientFactory(SilenceLimits.DEFAULT))
        .build();
  }

  private static String namespaceOf(Config config) {
    return Optional.ofNullable(config.getNamespace())
        .filter(name -> !name.isBlank())
        .orElse("default");
  }

  private static Config config(
      Optional<Path> kubeconfig, List<Path> files, Optional<String> context) {
    if (!files.isEmpty() && files.stream().noneMatch(Files::isReadable)) {
      throw new ManagerException(
          "kubeconfig %s does not exist, or cannot be read; set --kubeconfig or KUBECONFIG"
              .formatted(files.getFirst().toAbsolutePath()));
    }
    files.stream().filter(Files::isReadable).forEach(Kubeconfigs::requireContent);
    try {
      var name = context.orElse(null);
      var config =
          kubeconfig
              .map(file -> Config.fromKubeconfig(name, file.toFile()))
              .orElseGet(() -> Config.autoConfigure(name));
      context.ifPresent(wanted -> requireContext(config, wanted));
      return files.isEmpty()
          ? Kubeconfigs.byEnvironment(config)
          : Kubeconfigs.complete(config, files.stream().filter(Files::isReadable).toList());
    } catch (KubernetesClientException | IllegalArgumentException e) {
      // The parser's message may quote secrets.
      throw new ManagerException(
          "the kubeconfig is not valid; kubectl config view shows the problem");
    }
  }

  private static void requireContext(Config config, String wanted) {
    var contexts = names(config.getContexts());
    if (!contexts.contains(wanted)) {
      throw new ManagerException(
          "--context: the kubeconfig has no context \"%s\"; it has %s"
              .formatted(wanted, contexts.isEmpty() ? "none" : String.join(", ", contexts)));
    }
  }

  private static List<String> names(@Nullable List<NamedContext> contexts) {
    return contexts == null ? List.of() : contexts.stream().map(NamedContext::getName).toList();
  }

  /** Returns the files that the client will read; empty in a pod. */
  private static List<Path> fromEnvironment() {
    var named = Kubeconfigs.named();
    if (!named.isEmpty()) {
      return named;
    }
    var property = System.getProperty("kubeconfig");
    if (property != null) {
      return List.of(Path.of(property));
    }
    return System.getenv("KUBERNETES_SERVICE_HOST") != null
        ? List.of()
        : List.of(Path.of(System.getProperty("user.home"), ".kube", "config"));
  }
}
