package dev.catamaran.wire;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks what the client library takes for granted in a kubeconfig, and adds what it leaves out.
 */
public final class Kubeconfigs {
  private Kubeconfigs() {}

  /**
   * Refuses a file without content: the client library fails on it.
   *
   * @throws ManagerException if the file is empty, has comments alone, or is not YAML
   */
  public static void requireContent(Path file) {
    try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      if (lines.map(String::strip).allMatch(Kubeconfigs::saysNothing)) {
        throw new ManagerException(
            "kubeconfig %s is empty; set --kubeconfig or KUBECONFIG to one with a cluster"
                .formatted(file.toAbsolutePath()));
      }
      requireYaml(file);
    } catch (IOException | UncheckedIOException e) {
      throw new ManagerException(
          "kubeconfig %s cannot be read; check its permissions".formatted(file.toAbsolutePath()));
    }
  }

  private static void requireYaml(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      var unused = Serialization.unmarshal(in, Map.class);
    } catch (RuntimeException e) {
      // The parser's message may quote secrets.
      throw new ManagerException(
          "kubeconfig %s is not valid; kubectl config view shows the problem"
              .formatted(file.toAbsolutePath()));
    }
  }

  private static boolean saysNothing(String line) {
    return line.isEmpty() || line.startsWith("#") || line.equals("---") || line.equals("{}");
  }

  /** Returns the files that KUBECONFIG names; empty if it names none. */
  public static List<Path> named() {
    return Stream.of(
            Optional.ofNullable(System.getenv("KUBECONFIG")).orElse("").split(File.pathSeparator))
        .filter(name -> !name.isBlank())
        .map(Path::of)
        .toList();
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
  public static Config complete(Config config, List<Path> files) {
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
  public static Config byEnvironment(Config config) {
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
