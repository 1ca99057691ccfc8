package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code CreateApiSourcesIT} reads a list of Helm. */
class KnownRepositoriesTest {
  @Test
  void areWhereHelmHasThem() {
    assertFile("/a.yaml", Map.of("HELM_REPOSITORY_CONFIG", "/a.yaml", "HELM_CONFIG_HOME", "/b"));
    assertFile(
        "/config/repositories.yaml",
        Map.of("HELM_CONFIG_HOME", "/config", "XDG_CONFIG_HOME", "/other"));
    assertFile(
        "/other/helm/repositories.yaml",
        Map.of("HELM_CONFIG_HOME", "", "XDG_CONFIG_HOME", "/other"));
  }

  private static void assertFile(String file, Map<String, String> environment) {
    assertEquals(Path.of(file), KnownRepositories.of(environment, Path.of("/home/a")).file());
  }
}
