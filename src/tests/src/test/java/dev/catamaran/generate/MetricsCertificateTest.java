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
class MetricsCertificateTest {
  private static final String FOLDER = "metrics-certs/";

  private final List<JsonNode> objects = read(FOLDER + "certificate.yaml");
  private final JsonNode certificate = objects.getLast().path("spec");
  private final JsonNode verified = read(FOLDER + "monitor_patch.yaml").getFirst().path("value");

  @Test
  void isForTheNameByWhichPrometheusVerifiesIt() {
    var defaults = read("default/kustomization.yaml").getFirst();
    var service = read("default/metrics_service.yaml").getFirst();
    var name =
        "%s%s.%s.svc"
            .formatted(
                defaults.path("namePrefix").asText(),
                service.at("/metadata/name").asText(),
                defaults.path("namespace").asText());
    assertEquals(name, certificate.at("/dnsNames/0").asText());
    assertEquals(name, verified.path("serverName").asText());
  }

  @Test
  void isInTheSecretThatOperatorAndPrometheusRead() {
    var patch = read(FOLDER + "manager_patch.yaml");
    var volume = patch.get(2).path("value");
    assertEquals(certificate.path("secretName"), volume.at("/secret/secretName"));
    assertEquals(certificate.path("secretName"), verified.at("/ca/secret/name"));
    var mount = patch.get(1).path("value");
    assertEquals(volume.path("name"), mount.path("name"));
    assertEquals(
        "--metrics-cert-path=" + mount.path("mountPath").asText(),
        patch.getFirst().path("value").asText());
  }

  @Test
  void isMadeByItsIssuer() {
    assertEquals(objects.getFirst().at("/metadata/name"), certificate.at("/issuerRef/name"));
  }

  /** Returns the documents of a file, or the items of its list. */
  private static List<JsonNode> read(String file) {
    var yaml = new YAMLMapper();
    try (var documents =
        yaml.readerFor(JsonNode.class).<JsonNode>readValues(Path.of("config", file).toFile())) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
