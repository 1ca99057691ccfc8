package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigsTest {
  private final Path folder;

  KubeconfigsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void readsTheTokenFileBesideTheKubeconfigForEachRequest() throws IOException {
    var token = Files.writeString(folder.resolve("token"), "first\n");
    var config = read("{tokenFile: token}");
    assertEquals("first", config.getOauthTokenProvider().getToken());

    Files.writeString(token, "second\n");
    assertEquals("second", config.getOauthTokenProvider().getToken());
  }

  @Test
  void actsAsThePersonWhomTheUserNames() throws IOException {
    var config =
        read("{token: secret, as: admin, as-groups: [ops], as-user-extra: {reason: [repair]}}");

    assertEquals("admin", config.getImpersonateUsername());
    assertArrayEquals(new String[] {"ops"}, config.getImpersonateGroups());
    assertEquals(Map.of("reason", List.of("repair")), config.getImpersonateExtras());
    assertEquals("secret", config.getAutoOAuthToken());
  }

  @Test
  void reachesTheClusterByItsProxy() throws IOException {
    var file = folder.resolve("config");
    Files.writeString(
        file,
        kubeconfig("{token: secret}")
            .replace("{server:", "{proxy-url: \"http://proxy:8118\", server:"));
    var read =
        new ConfigBuilder(Config.fromKubeconfig(file.toFile())).withNoProxy("127.0.0.1").build();
    var config = Kubeconfigs.complete(read, List.of(file));

    assertEquals("http://proxy:8118", config.getHttpsProxy());
    assertNull(config.getNoProxy(), "of the environment");
  }

  /** The first file that has an entry of a name has it (Kubernetes, organizing cluster access). */
  @Test
  void findsTheEntriesInSeveralFiles() throws IOException {
    var first = Files.createDirectory(folder.resolve("first")).resolve("config");
    Files.writeString(first, kubeconfig("{tokenFile: token}"));
    Files.writeString(first.resolveSibling("token"), "of the first");
    var second = Files.writeString(folder.resolve("config"), kubeconfig("{tokenFile: none}"));

    var config =
        Kubeconfigs.complete(Config.fromKubeconfig(first.toFile()), List.of(first, second));

    assertEquals("of the first", config.getOauthTokenProvider().getToken());
  }

  private Config read(String user) throws IOException {
    var file = Files.writeString(folder.resolve("config"), kubeconfig(user));
    return Kubeconfigs.complete(Config.fromKubeconfig(file.toFile()), List.of(file));
  }

  private static String kubeconfig(String user) {
    return """
        apiVersion: v1
        kind: Config
        clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]
        users: [{name: u, user: %s}]
        contexts: [{name: c, context: {cluster: a, user: u}}]
        current-context: c
        """
        .formatted(user);
  }
}
