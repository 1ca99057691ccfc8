package dev.catamaran.chartsource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files with credentials as {@code docker login} and {@code helm registry login} store them. They
 * are read for each pull.
 *
 * @param files the first with an entry for a host wins; missing files are skipped
 */
public record RegistryConfig(List<Path> files) {

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
}
