package dev.catamaran.chartsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Credentials as {@code docker login} and {@code helm registry login} store them. Reads the files
 * for each request. Does not find credentials behind a credential helper.
 *
 * @param files the first with an entry for a host wins; missing files are skipped
 */
public record RegistryConfig(List<Path> files) {
  private static final Logger log = LoggerFactory.getLogger(RegistryConfig.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> DOCKER_HUB =
      Set.of("docker.io", "index.docker.io", "registry-1.docker.io");

  public RegistryConfig {
    files = List.copyOf(files);
  }

  /** Returns Helm's locations: HELM_REGISTRY_CONFIG or Helm's default file, then Docker's file. */
  public static RegistryConfig ofHelm(Map<String, String> environment, Path home) {
    var config =
        Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
            .map(Path::of)
            .orElse(home.resolve(".config"));
    var helm =
        Optional.ofNullable(environment.get("HELM_REGISTRY_CONFIG"))
            .map(Path::of)
            .orElse(config.resolve("helm/registry/config.json"));
    var docker =
        Optional.ofNullable(environment.get("DOCKER_CONFIG"))
            .map(Path::of)
            .orElse(home.resolve(".docker"));
    return new RegistryConfig(List.of(helm, docker.resolve("config.json")));
  }

  /**
   * Returns the value of an Authorization header for a host (and port), if there are credentials.
   */
  Optional<String> basic(String host) {
    return files.stream().filter(Files::exists).flatMap(file -> basic(file, host)).findFirst();
  }

  private static Stream<String> basic(Path file, String host) {
    try {
      return JSON.readTree(file.toFile()).path("auths").properties().stream()
          .filter(entry -> hostOf(entry.getKey()).equals(hostOf(host)))
          .flatMap(entry -> basic(entry.getValue()).stream())
          .map(encoded -> "Basic " + encoded);
    } catch (IOException e) {
      // The parser's message may quote a secret.
      log.warn("{} cannot be read as a registry's config.json", file);
      return Stream.empty();
    }
  }

  private static Optional<String> basic(JsonNode entry) {
    // Docker and Helm accept base64 with line breaks; a header does not.
    var encoded = entry.path("auth").asText("").replaceAll("\\s", "");
    if (!encoded.isEmpty()) {
      return Optional.of(encoded);
    }
    var user = entry.path("username").asText("");
    var pair = user + ":" + entry.path("password").asText("");
    return user.isEmpty()
        ? Optional.empty()
        : Optional.of(Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the host of an entry. Entries are hosts, or addresses with a scheme and a path. */
  private static String hostOf(String key) {
    var host = key.replaceFirst("^[a-z]+://", "").split("/", 2)[0];
    return DOCKER_HUB.contains(host) ? "docker.io" : host;
  }
}
