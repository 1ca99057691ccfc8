package dev.catamaran.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Consistency of names to which config/default adds a prefix. No tool checks it. */
class WebhookNamesTest {
  private final JsonNode defaults = read("default/kustomization.yaml");
  private final String namespace = defaults.path("namespace").asText();
  private final String prefix = defaults.path("namePrefix").asText();
  private final JsonNode certificate = read("certmanager/certificate.yaml");

  @Test
  void theCertificateNamesTheServiceOfTheWebhook() {
    var service = prefix + read("webhook/service.yaml").path("metadata").path("name").asText();
    assertEquals(
        List.of(
            "%s.%s.svc".formatted(service, namespace),
            "%s.%s.svc.cluster.local".formatted(service, namespace)),
        certificate.path("spec").path("dnsNames").valueStream().map(JsonNode::asText).toList());
  }

  @Test
  void theApiServerTrustsTheCertificate() {
    assertEquals(
        namespace + "/" + prefix + certificate.path("metadata").path("name").asText(),
        read("webhook/ca_patch.yaml")
            .path(0)
            .path("value")
            .path("cert-manager.io/inject-ca-from")
            .asText());
  }

  @Test
  void theOperatorMountsTheCertificate() {
    var patch = read("webhook/manager_patch.yaml");
    var volume = patch.path(3).path("value");
    assertEquals(
        certificate.path("spec").path("secretName"), volume.path("secret").path("secretName"));
    var mount = patch.path(2).path("value");
    assertEquals(volume.path("name"), mount.path("name"));
    assertEquals(
        "--webhook-cert-path=" + mount.path("mountPath").asText(),
        patch.path(0).path("value").asText());
  }

  private static JsonNode read(String file) {
    try {
      return new YAMLMapper().readTree(Path.of("config", file).toFile());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
