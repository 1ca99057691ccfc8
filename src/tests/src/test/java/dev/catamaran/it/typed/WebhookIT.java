package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.Kettle;
import dev.catamaran.fixture.OldKettle;
import dev.catamaran.fixture.ServingCertificate;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestCluster;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealNode
class WebhookIT {
  private final ServingCertificate certificate = certificate();
  private final Path folder;

  WebhookIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void validatesAndMutatesEachOperation(TestNamespace namespace) throws Exception {
    try (var cluster = new KettleCluster(namespace, certificate, folder)) {
      cluster.validate(certificate);
      cluster.mutate(certificate);

      awaitRefused(namespace);
      var refusal = refused(namespace, "{milliliters: 6000}", "must be at most 5000");
      assertEquals(
          "admission webhook \"kettle.webhook.catamaran.dev\" denied the request: spec.milliliters:"
              + " must be at most 5000",
          refusal.getStatus().getMessage());
      assertEquals(
          "spec.milliliters", refusal.getStatus().getDetails().getCauses().getFirst().getField());

      eventually(
          () -> {
            var stored = create(namespace, "{milliliters: 100, unknown: stays}");
            var spec = stored.<Object>get("spec");
            namespace.client().resource(stored).delete();
            assertEquals("{material=steel, milliliters=100, unknown=stays}", sorted(spec));
          });

      // The API server waits only for some seconds.
      eventually(
          () ->
              refused(namespace, "{milliliters: 13}", "webhook failed with IllegalStateException"));
      var failed = refused(namespace, "{milliliters: 13}", "failed calling webhook");
      assertFalse(failed.getMessage().contains("secret"), failed::getMessage);

      create(namespace, "{milliliters: 100}");
      var kettle =
          namespace.client().resources(Kettle.class).inNamespace(namespace.name()).withName("blue");
      var shrunk = assertThrows(KubernetesClientException.class, () -> change(kettle, 50, "cold"));
      assertTrue(shrunk.getMessage().contains("a kettle does not shrink"), shrunk::getMessage);
      change(kettle, 200, "hot");
      var hot = assertThrows(KubernetesClientException.class, kettle::delete);
      assertTrue(
          hot.getMessage().contains("it is hot; remove the label hot first"), hot::getMessage);
      change(kettle, 200, "cold");
      kettle.delete();
    }
  }

  @Test
  void convertsBetweenVersions(TestNamespace namespace) {
    try (var cluster = new KettleCluster(namespace, certificate, folder)) {
      cluster.convert(certificate);
      var kettles = namespace.client().resources(Kettle.class).inNamespace(namespace.name());
      var old = namespace.client().resources(OldKettle.class).inNamespace(namespace.name());
      create(namespace, "{milliliters: 1500, material: copper}");

      eventually(() -> assertEquals(new OldKettle.Spec(1), old.withName("blue").get().getSpec()));
      old.withName("blue")
          .edit(
              kettle -> {
                kettle.getMetadata().getLabels().put("seen", "by-v1");
                return kettle;
              });
      var back = kettles.withName("blue").get();
      assertEquals(new Kettle.Spec(1500, "copper"), back.getSpec());
      assertEquals("by-v1", back.getMetadata().getLabels().get("seen"));

      old.withName("blue")
          .edit(
              kettle -> {
                kettle.setSpec(new OldKettle.Spec(3));
                return kettle;
              });
      assertEquals(new Kettle.Spec(3000, "copper"), kettles.withName("blue").get().getSpec());
      assertEquals(1, old.list().getItems().size());
    }
  }

  @Test
  void usesARenewedCertificateWithoutARestart(TestNamespace namespace) {
    try (var cluster = new KettleCluster(namespace, certificate, folder)) {
      cluster.validate(certificate);
      awaitRefused(namespace);
      var renewed = certificate();
      renewed.mountIn(folder);
      cluster.validate(renewed);
      awaitRefused(namespace);

      // A certificate without its key is left alone, until one with its key comes.
      certificate().withKeyOf(certificate).mountIn(folder);
      throughout(
          Duration.ofSeconds(2),
          () -> refused(namespace, "{milliliters: 6000}", "must be at most 5000"));
      var last = certificate();
      last.mountIn(folder);
      cluster.validate(last);
      awaitRefused(namespace);
    }
  }

  private static void awaitRefused(TestNamespace namespace) {
    eventually(() -> refused(namespace, "{milliliters: 6000}", "must be at most 5000"));
  }

  private static ServingCertificate certificate() {
    return ServingCertificate.make(TestCluster.shared().host());
  }

  private static KubernetesClientException refused(
      TestNamespace namespace, String spec, String sentence) {
    var refusal = assertThrows(KubernetesClientException.class, () -> discard(namespace, spec));
    assertTrue(refusal.getMessage().contains(sentence), refusal::getMessage);
    return refusal;
  }

  /** Deletes the object. The API server may create it before it reads the configuration. */
  private static void discard(TestNamespace namespace, String spec) {
    namespace.client().resource(create(namespace, spec)).delete();
  }

  /** A client without retries after status 500. A failure here occurs each time. */
  private static KubernetesClient clientWithoutRetries(TestNamespace namespace) {
    var once = namespace.client().getConfiguration().getRequestConfig();
    return namespace
        .client()
        .newClient(new RequestConfigBuilder(once).withRequestRetryBackoffLimit(0).build())
        .adapt(KubernetesClient.class);
  }

  private static GenericKubernetesResource create(TestNamespace namespace, String spec) {
    return clientWithoutRetries(namespace).resource(kettle(namespace, spec)).create();
  }

  private static GenericKubernetesResource kettle(TestNamespace namespace, String spec) {
    return Serialization.unmarshal(
        """
        apiVersion: webhook.catamaran.dev/v2
        kind: Kettle
        metadata: {name: blue, namespace: %s, labels: {seen: nowhere}}
        spec: %s
        """
            .formatted(namespace.name(), spec),
        GenericKubernetesResource.class);
  }

  private static void change(Resource<Kettle> kettle, int milliliters, String label) {
    kettle.edit(
        found -> {
          found.getMetadata().setLabels(Map.of(label, "yes"));
          found.setSpec(new Kettle.Spec(milliliters, null));
          return found;
        });
  }

  private static String sorted(Object spec) {
    return new java.util.TreeMap<>((Map<?, ?>) spec).toString();
  }
}
