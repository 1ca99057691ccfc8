package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.InvalidValuesFileException;
import dev.catamaran.chart.YamlValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The chart repositories that {@code helm repo add} has added for a user.
 *
 * @param file Helm's list of them; none if it is missing
 */
record KnownRepositories(Path file) {

  /** Returns those of a user (Helm, pkg/helmpath, and its command's settings). */
  static KnownRepositories of(Map<String, String> environment, Path home) {
    var config =
        path(environment, "HELM_CONFIG_HOME")
            .or(() -> path(environment, "XDG_CONFIG_HOME").map(path -> path.resolve("helm")))
            .orElseGet(() -> configIn(home).resolve("helm"));
    return new KnownRepositories(
        path(environment, "HELM_REPOSITORY_CONFIG")
            .orElseGet(() -> config.resolve("repositories.yaml")));
  }

  private static Optional<Path> path(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(path -> !path.isEmpty())
        .map(Path::of);
  }

  private static Path configIn(Path home) {
    var ofMac = home.resolve("Library/Preferences");
    return System.getProperty("os.name").startsWith("Mac") ? ofMac : home.resolve(".config");
  }

  /**
   * Returns the address of a repository.
   *
   * @throws ManagerException if the list cannot be read
   */
  Optional<String> address(String name) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return YamlValues.read(Files.readString(file))
          .toTree()
          .path("repositories")
          .valueStream()
          .filter(repository -> repository.path("name").asText().equals(name))
          .map(repository -> repository.path("url").asText())
          .findFirst();
    } catch (IOException | InvalidValuesFileException e) {
      // The parser's message may quote a password.
      throw new ManagerException(
          "%s cannot be read as Helm's list of repositories".formatted(file));
    }
  }
}
