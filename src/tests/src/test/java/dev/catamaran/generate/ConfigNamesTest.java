package dev.catamaran.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Consistency of names to which config/default adds a prefix. No tool checks it. */
class ConfigNamesTest {
  private final JsonNode defaults = read("default/kustomization.yaml").getFirst();
  private final String namespace = defaults.path("namespace").asText();
  private final String prefix = defaults.path("namePrefix").asText();

  @Test
  void ofTheMetricsCertificateAgree() {
    var objects = read("metrics-certs/certificate.yaml");
    var certificate = objects.getLast().path("spec");
    var verified = read("metrics-certs/monitor_patch.yaml").getFirst().path("value");
    var name = address("default/metrics_service.yaml");
    assertEquals(name, certificate.at("/dnsNames/0").asText());
    assertEquals(name, verified.path("serverName").asText());
    assertEquals(objects.getFirst().at("/metadata/name"), certificate.at("/issuerRef/name"));
    assertEquals(certificate.path("secretName"), verified.at("/ca/secret/name"));
    var patch = read("metrics-certs/manager_patch.yaml");
    assertMounted("--metrics-cert-path=", certificate, patch.get(2), patch.get(1), patch.get(0));
  }

  @Test
  void ofTheWebhookAgree() {
    var certificate = read("certmanager/certificate.yaml").getFirst();
    var spec = certificate.path("spec");
    var name = address("webhook/service.yaml");
    assertEquals(
        List.of(name, name + ".cluster.local"),
        spec.path("dnsNames").valueStream().map(JsonNode::asText).toList());
    // The API server trusts it.
    assertEquals(
        namespace + "/" + prefix + certificate.at("/metadata/name").asText(),
        read("webhook/ca_patch.yaml")
            .getFirst()
            .path("value")
            .path("cert-manager.io/inject-ca-from")
            .asText());
    var patch = read("webhook/manager_patch.yaml");
    assertMounted("--webhook-cert-path=", spec, patch.get(3), patch.get(2), patch.get(0));
  }

  private String address(String service) {
    var name = read(service).getFirst().at("/metadata/name").asText();
    return "%s%s.%s.svc".formatted(prefix, name, namespace);
  }

  /** The operator mounts the Secret, and reads it there. */
  private static void assertMounted(
      String flag, JsonNode certificate, JsonNode volume, JsonNode mount, JsonNode argument) {
    assertEquals(certificate.path("secretName"), volume.at("/value/secret/secretName"));
    assertEquals(volume.at("/value/name"), mount.at("/value/name"));
    assertEquals(flag + mount.at("/value/mountPath").asText(), argument.path("value").asText());
  }

  /** Returns the documents of a file, or the items of its list. */
  private static List<JsonNode> read(String file) {
    try (var documents =
        new YAMLMapper()
            .readerFor(JsonNode.class)
            .<JsonNode>readValues(Path.of("config", file).toFile())) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
