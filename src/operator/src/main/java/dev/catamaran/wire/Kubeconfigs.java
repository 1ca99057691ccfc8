package dev.catamaran.wire;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks what the client library takes for granted in a kubeconfig, and adds what it leaves out.
 */
public final class Kubeconfigs {
  private Kubeconfigs() {}

  /**
   * Returns the files to read: the given one, else those of KUBECONFIG that exist, else the usual
   * one. Without any that exists, the first one that should; empty in a pod.
   */
  public static List<Path> files(Optional<Path> given) {
    var named = given.map(List::of).orElseGet(Kubeconfigs::named);
    if (named.isEmpty()) {
      var home = Path.of(System.getProperty("user.home"), ".kube", "config");
      return isInPod() || !Files.exists(home) ? List.of() : List.of(home);
    }
    var existing = named.stream().filter(Files::exists).toList();
    return existing.isEmpty() ? named.subList(0, 1) : existing;
  }

  private static List<Path> named() {
    return Stream.of(
            Optional.ofNullable(System.getenv("KUBECONFIG")).orElse("").split(File.pathSeparator))
        .filter(name -> !name.isBlank())
        .map(Path::of)
        .toList();
  }

  /** Returns a path in the form of KUBECONFIG, which the engine takes as kubectl does. */
  public static Path joined(List<Path> files) {
    return Path.of(
        files.stream()
            .map(file -> file.toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)));
  }

  private static boolean isInPod() {
    return System.getenv("KUBERNETES_SERVICE_HOST") != null;
  }

  /**
   * Reads the configuration, and completes it.
   *
   * @param files of {@link #files}; empty for the account of the pod
   * @param context null for the current one
   * @throws ManagerException if a file does not exist, or {@link #complete} refuses it
   */
  public static Config read(List<Path> files, @Nullable String context) {
    if (files.isEmpty()) {
      if (!isInPod()) {
        throw new ManagerException(
            "no cluster: set --kubeconfig or KUBECONFIG, or run inside of a cluster");
      }
      return byEnvironment(new ConfigBuilder().build());
    }
    // The client library fails on what this refuses.
    files.forEach(KubeconfigEntry::read);
    try {
      // The client library reads several files from KUBECONFIG alone.
      var config =
          files.size() == 1
              ? Config.fromKubeconfig(context, files.getFirst().toAbsolutePath().toFile())
              : Config.autoConfigure(context);
      if (context != null) {
        requireContext(config, context);
      }
      return complete(config, files);
    } catch (KubernetesClientException | IllegalArgumentException e) {
      // The parser's message may quote secrets.
      throw new ManagerException(
          "%s is not a valid kubeconfig; KUBECONFIG=%1$s kubectl config view shows the problem"
              .formatted(joined(files)));
    }
  }

  private static void requireContext(Config config, String wanted) {
    var contexts =
        Optional.ofNullable(config.getContexts()).orElse(List.of()).stream()
            .map(NamedContext::getName)
            .toList();
    if (!contexts.contains(wanted)) {
      throw new ManagerException(
          "--context: the kubeconfig has no context \"%s\"; it has %s"
              .formatted(wanted, contexts.isEmpty() ? "none" : String.join(", ", contexts)));
    }
  }

  /**
   * Returns the configuration with what the client library leaves out: the proxy, the file with the
   * token, and whom the user acts as. Refuses one without a context or a cluster, where the client
   * library would take the address that only pods know, and one without credentials that it should
   * have, where it would ask as nobody.
   *
   * @param files those that were read, in their order
   * @throws ManagerException if no context is chosen, its cluster or user is unknown, a file that
   *     these name cannot be read, or the program of the user gives no credentials
   */
  static Config complete(Config config, List<Path> files) {
    if (config.getCurrentContext() == null) {
      throw new ManagerException(
          "kubeconfig %s has no current context; choose one of its contexts with kubectl config use-context"
              .formatted(KubeconfigEntry.names(files)));
    }
    var context = config.getCurrentContext().getContext();
    var cluster = KubeconfigEntry.of("cluster", context.getCluster(), files);
    var reached = by(cluster.text("proxy-url"), config);
    return isGiven(context.getUser())
        ? loggedIn(reached, KubeconfigEntry.of("user", context.getUser(), files))
        : reached;
  }

  /** The client library uses it for addresses of its own scheme alone, and not for all of these. */
  private static Config by(String proxy, Config config) {
    return proxy.isEmpty()
        ? byEnvironment(config)
        : new ConfigBuilder(config)
            .withHttpProxy(proxy)
            .withHttpsProxy(proxy)
            .withNoProxy(new String[0])
            .build();
  }

  /** Returns the configuration with the proxy that kubectl would use. */
  private static Config byEnvironment(Config config) {
    return new ProxyVariables(System.getenv()).over(config);
  }

  private static Config loggedIn(Config config, KubeconfigEntry named) {
    var user = new JsonMapper().convertValue(named.value(), AuthInfo.class);
    if (user.getExec() != null && !hasCredentials(config)) {
      // Its arguments may be secret.
      var hint = user.getExec().getInstallHint();
      throw named.problem(
          "logs in by the program %s, which gives no credentials: run it to see why%s"
              .formatted(user.getExec().getCommand(), isGiven(hint) ? "; " + hint.strip() : ""));
    }
    var complete = new ConfigBuilder(config);
    if (!named.text("tokenFile").isEmpty() && !hasCredentials(config)) {
      var file = named.resolve(named.text("tokenFile"));
      complete.withOauthTokenProvider(() -> token(file));
    }
    if (isGiven(user.getAs())) {
      complete
          .withImpersonateUsername(user.getAs())
          .withImpersonateGroups(user.getAsGroups().toArray(String[]::new))
          .withImpersonateExtras(user.getAsUserExtra());
    }
    return complete.build();
  }

  private static boolean hasCredentials(Config config) {
    return isGiven(config.getAutoOAuthToken())
        || isGiven(config.getClientCertData())
        || isGiven(config.getClientCertFile());
  }

  /** Reads it for each request: another program writes a new one before the old one expires. */
  private static @Nullable String token(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return null; // The API server refuses the request.
    }
  }

  private static boolean isGiven(@Nullable String text) {
    return text != null && !text.isEmpty();
  }
}
