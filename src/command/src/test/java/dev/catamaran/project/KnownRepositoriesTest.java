package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownRepositoriesTest {
  /** As {@code helm repo add} writes it. */
  private static final String LIST =
      """
      apiVersion: ""
      generated: "0001-01-01T00:00:00Z"
      repositories:
      - {caFile: "", name: one, password: "", pass_credentials_all: false, url: https://one.example}
      - {name: two, url: "https://two.example/charts"}
      """;

  @TempDir private Path home;

  @Test
  void haveTheAddressesOfHelmsList() throws Exception {
    var file = home.resolve("repositories.yaml");
    var known = KnownRepositories.of(Map.of("HELM_REPOSITORY_CONFIG", file.toString()), home);
    assertEquals(Optional.empty(), known.address("two"));

    Files.writeString(file, LIST);

    assertEquals(Optional.of("https://two.example/charts"), known.address("two"));
    assertEquals(Optional.empty(), known.address("three"));
    Files.writeString(file, "repositories: [{password: secret");
    var failure = assertThrows(ManagerException.class, () -> known.address("two"));
    assertEquals(file + " cannot be read as Helm's list of repositories", failure.getMessage());
  }

  @Test
  void areWhereHelmHasThem() {
    assertEquals(
        Path.of("/config/repositories.yaml"),
        KnownRepositories.of(
                Map.of("HELM_CONFIG_HOME", "/config", "XDG_CONFIG_HOME", "/other"), home)
            .file());
    assertEquals(
        Path.of("/other/helm/repositories.yaml"),
        KnownRepositories.of(Map.of("HELM_CONFIG_HOME", "", "XDG_CONFIG_HOME", "/other"), home)
            .file());
  }
}
