package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImpersonatingKubeconfigTest {
  private static final String USER = "system:serviceaccount:home:deployer";

  private final Path folder;

  ImpersonatingKubeconfigTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void impersonatesInTheCurrentContextOnly() throws IOException {
    var users = copy().path("users");
    assertEquals(USER, users.path(1).path("user").path("as").asText());
    assertEquals("secret", users.path(1).path("user").path("token").asText());
    assertFalse(users.path(0).path("user").has("as"));
  }

  @Test
  void resolvesRelativePathsOfTheOriginal() throws IOException {
    var cluster = copy().path("clusters").path(0).path("cluster");
    assertEquals(
        folder.resolve("pki/ca.crt").toString(), cluster.path("certificate-authority").asText());
    var user = copy().path("users").path(0).path("user");
    assertEquals("/etc/token", user.path("tokenFile").asText());
  }

  @Test
  void isReadableByItsUserAlone() throws IOException {
    var copy = ImpersonatingKubeconfig.of(original("two"), USER);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)));
    Files.delete(copy);
  }

  @Test
  void refusesAFileWithoutACurrentUser() throws IOException {
    var original = original("three");
    var e =
        assertThrows(UncheckedIOException.class, () -> ImpersonatingKubeconfig.of(original, USER));
    assertTrue(
        String.valueOf(e.getMessage()).endsWith("its current context names no user"), e::toString);
  }

  private JsonNode copy() throws IOException {
    var copy = ImpersonatingKubeconfig.of(original("two"), USER);
    try {
      return new YAMLMapper().readTree(copy.toFile());
    } finally {
      Files.delete(copy);
    }
  }

  private Path original(String context) throws IOException {
    return Files.writeString(
        folder.resolve("config"),
        """
        apiVersion: v1
        kind: Config
        current-context: %s
        clusters: [{name: here, cluster: {server: "https://here", certificate-authority: pki/ca.crt}}]
        users:
          - {name: a, user: {tokenFile: /etc/token}}
          - {name: b, user: {token: secret}}
        contexts:
          - {name: one, context: {cluster: here, user: a}}
          - {name: two, context: {cluster: here, user: b}}
        """
            .formatted(context));
  }
}
