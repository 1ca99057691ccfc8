package dev.catamaran.chartsource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.PullRules;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryAccessTest {

  @Test
  void asksTheApiOfDockerHub() {
    assertEquals(
        URI.create("https://registry-1.docker.io/v2/org/boat/tags/list"), address("docker.io"));
    assertEquals(
        URI.create("https://registry.example.com:5000/v2/org/boat/tags/list"),
        address("registry.example.com:5000"));
  }

  @Test
  void findsTheCredentialsOfDockerHubUnderTheirOldAddress(@TempDir Path folder) throws IOException {
    var file =
        Files.writeString(
            folder.resolve("config.json"),
            "{\"auths\": {\"https://index.docker.io/v1/\": {\"auth\": \"dXNlcjpwdw==\"}}}");
    var config = new RegistryConfig(List.of(file));

    assertEquals(Optional.of("Basic dXNlcjpwdw=="), config.basic("docker.io"));
    assertEquals(Optional.empty(), config.basic("example.com"));
  }

  private static URI address(String registry) {
    var chart = new InRegistry(registry, "org/boat", "1.0.0", PullRules.ORDINARY);
    try (var web = new Web(false)) {
      return new RegistryAccess(web, new RegistryConfig(List.of()), chart)
          .address("/v2/org/boat/tags/list");
    }
  }
}
