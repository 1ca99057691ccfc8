package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubeconfigFileTest {
  private static final String TOKEN = "a-token-that-expires";

  private final Path file =
      KubeconfigFile.inCluster(
          new ConfigBuilder(Config.empty())
              .withMasterUrl("https://10.96.0.1:443/")
              .withCaCertFile("/var/run/secrets/kubernetes.io/serviceaccount/ca.crt")
              .withOauthToken(TOKEN)
              .build());

  @AfterEach
  void delete() throws IOException {
    Files.delete(file);
  }

  private JsonNode kubeconfig() throws IOException {
    return new YAMLMapper().readTree(file.toFile());
  }

  @Test
  void namesTheClusterAndItsCertificateAuthority() throws IOException {
    var cluster = kubeconfig().path("clusters").path(0).path("cluster");
    assertEquals("https://10.96.0.1:443/", cluster.path("server").asText());
    assertEquals(
        "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt",
        cluster.path("certificate-authority").asText());
  }

  @Test
  void namesTheTokenFileInsteadOfTheToken() throws IOException {
    assertEquals(
        "/var/run/secrets/kubernetes.io/serviceaccount/token",
        kubeconfig().path("users").path(0).path("user").path("tokenFile").asText());
    assertFalse(Files.readString(file).contains(TOKEN));
  }

  @Test
  void hasOneContextAndUsesIt() throws IOException {
    var kubeconfig = kubeconfig();
    var context = kubeconfig.path("contexts").path(0);
    assertEquals(kubeconfig.path("current-context"), context.path("name"));
    assertEquals(
        kubeconfig.path("clusters").path(0).path("name"), context.path("context").path("cluster"));
    assertEquals(
        kubeconfig.path("users").path(0).path("name"), context.path("context").path("user"));
  }

  @Test
  void isReadableByItsUserAlone() throws IOException {
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }
}
