package dev.catamaran.manager;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.engine.Engine;
import dev.catamaran.kit.Unreadable;
import dev.catamaran.release.Account;
import dev.catamaran.wire.Kubeconfigs;
import dev.catamaran.wire.NetworkFailure;
import dev.catamaran.wire.TolerantSerialization;
import dev.catamaran.wire.TrustedAuthorities;
import dev.catamaran.wire.WatchfulClientFactory;
import dev.catamaran.wire.WatchfulClientFactory.SilenceLimits;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Access to the cluster: one client for the whole manager, or for a test, and an engine beside it.
 */
public final class ClusterAccess implements AutoCloseable {
  private final KubernetesClient client;
  private final List<Path> kubeconfig;

  private ClusterAccess(KubernetesClient client, List<Path> kubeconfig) {
    this.client = client;
    this.kubeconfig = kubeconfig;
  }

  /**
   * Connects to the cluster of a kubeconfig: the given one, else that of the environment, else the
   * pod's own account.
   *
   * @param observers see each request
   * @throws ManagerException if there is no valid configuration, or the API server does not answer
   */
  public static ClusterAccess open(Optional<Path> given, Interceptor... observers) {
    return open(given, unreadable -> {}, observers);
  }

  /**
   * Does the same. Also passes each unreadable object to {@code onUnreadable}, which must return
   * quickly.
   */
  static ClusterAccess open(
      Optional<Path> given, Consumer<Unreadable> onUnreadable, Interceptor... observers) {
    var files = Kubeconfigs.files(given);
    var config = remembering(Kubeconfigs.read(files, null));
    var client =
        new KubernetesClientBuilder()
            // Passes, informers and elections wait for requests, so every request needs a time
            // limit. A dead HTTP/2 connection stays open and loses all requests. A dead HTTP/1.1
            // connection is closed when its first request times out.
            .withConfig(
                new ConfigBuilder(TrustedAuthorities.asKubectl(config))
                    .withRequestTimeout(30_000)
                    .withHttp2Disable(true)
                    .build())
            .withKubernetesSerialization(new TolerantSerialization(onUnreadable))
            .withHttpClientFactory(new WatchfulClientFactory(SilenceLimits.DEFAULT))
            .withHttpClientBuilderConsumer(
                http ->
                    Stream.of(observers)
                        .forEach(
                            each -> http.addOrReplaceInterceptor(each.getClass().getName(), each)))
            .build();
    try {
      client.getKubernetesVersion();
    } catch (KubernetesClientException e) {
      client.close();
      throw new ManagerException(
          "the API server %s does not answer: %s; check the kubeconfig and the network"
              .formatted(config.getMasterUrl(), NetworkFailure.reason(e)));
    }
    return new ClusterAccess(client, files);
  }

  /** Returns the shared client. {@link #close} closes it. */
  public KubernetesClient client() {
    return client;
  }

  Engine engine() {
    return kubeconfig.isEmpty() ? Engine.inCluster() : Engine.of(Kubeconfigs.joined(kubeconfig));
  }

  /**
   * Returns a client for the same cluster with the rights of a service account. It shares the
   * connections, ends with this access, and repeats a failed request for a second at most.
   */
  KubernetesClient actingAs(Account.ServiceAccount account) {
    return actingAs(client, account);
  }

  public static KubernetesClient actingAs(KubernetesClient client, Account.ServiceAccount account) {
    var requests =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withImpersonateUsername(account.user())
            .withRequestRetryBackoffLimit(ApiResources.MOST_RETRIES)
            .build();
    return client.newClient(requests).adapt(KubernetesClient.class);
  }

  String describe() {
    return client.getMasterUrl().toString();
  }

  @Override
  public void close() {
    client.close();
  }

  /**
   * Keeps the file in mind if it has a token, or a program that makes one: the client renews the
   * token from there. Without a token it would read the file for each request, so it forgets the
   * file, which the current context names.
   */
  private static Config remembering(Config config) {
    var token = config.getAutoOAuthToken();
    return token == null || token.isEmpty()
        ? new ConfigBuilder(config).withCurrentContext(null).build()
        : config;
  }
}
