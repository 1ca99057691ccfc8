package dev.catamaran.inspect;

import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineRequest.Caller;
import dev.catamaran.wire.Kubeconfigs;
import dev.catamaran.wire.TolerantSerialization;
import dev.catamaran.wire.TrustedAuthorities;
import dev.catamaran.wire.WatchfulClientFactory;
import dev.catamaran.wire.WatchfulClientFactory.SilenceLimits;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The cluster and the namespace of a kubeconfig. */
public final class Cluster implements AutoCloseable {
  private final KubernetesClient client;
  private final String namespace;
  private final Login login;
  private final Engine engine = Engine.inCluster();

  /**
   * How a person reaches a cluster, with the meaning of kubectl's flags.
   *
   * @param kubeconfig the file; empty for that of the environment
   * @param context empty for the current one
   */
  public record Login(Optional<Path> kubeconfig, String context, Caller caller, Duration timeout) {
    /** Returns the files as KUBECONFIG lists them; none in a pod. */
    public List<Path> kubeconfigs() {
      return Kubeconfigs.files(kubeconfig);
    }

    private Config in(Config file) {
      var config = new ConfigBuilder(file).withRequestTimeout(Math.toIntExact(timeout.toMillis()));
      if (!caller.server().isEmpty()) {
        config.withMasterUrl(caller.server());
      }
      if (!caller.user().isEmpty()) {
        config
            .withImpersonateUsername(caller.user())
            .withImpersonateGroups(caller.groups().toArray(String[]::new));
      }
      if (!caller.token().isEmpty()) {
        config
            // Which would set again what is none.
            .withAutoConfigure(false)
            .withOauthToken(caller.token())
            .withOauthTokenProvider(null)
            .withAutoOAuthToken(null)
            .withUsername(null)
            .withPassword(null)
            .withClientCertData(null)
            .withClientCertFile(null)
            .withClientKeyData(null)
            .withClientKeyFile(null);
      }
      return config.build();
    }
  }

  private Cluster(KubernetesClient client, String namespace, Login login) {
    this.client = client;
    this.namespace = namespace;
    this.login = login;
  }

  /** Runs an action on the cluster. */
  public static <T> T use(Login login, Function<Cluster, T> action) {
    var config = login.in(config(login));
    var named = Optional.ofNullable(config.getNamespace()).filter(name -> !name.isBlank());
    try (var cluster = new Cluster(client(config), named.orElse("default"), login)) {
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

  private static Config config(Login login) {
    var files = login.kubeconfigs();
    return !login.caller().server().isEmpty() && files.stream().noneMatch(Files::exists)
        ? Config.empty()
        : Kubeconfigs.read(files, login.context().isEmpty() ? null : login.context());
  }
}
