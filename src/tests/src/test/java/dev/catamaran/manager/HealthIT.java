package dev.catamaran.manager;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.BackupAdmission;
import dev.catamaran.fixture.BackupReconciler;
import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.ServingCertificate;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the probes of a real manager look at. {@link HealthTest} tests their answers. */
class HealthIT {
  private static final GroupVersionKind WIDGET =
      GroupVersionKind.parse("test.catamaran.dev/v1", "Widget");
  private static final GroupVersionKind BACKUP =
      GroupVersionKind.parse("cache.my.domain/v1", "MemcachedBackup");

  @Test
  void looksAtAllWatchesAndAtTheCertificate(TestNamespace namespace, @TempDir Path folder)
      throws Exception {
    int probes = FreePort.find();
    ServingCertificate.make("127.0.0.1", Instant.now().minusSeconds(2)).mountIn(folder);
    var manager =
        Manager.builder()
            .kubeconfig(namespace.identity().kubeconfig())
            .namespaces(namespace.name())
            .chart(WIDGET, TestChart.named("probed").configMap("made", "by", "it").path())
            .reconciler(BACKUP, new BackupReconciler())
            .webhook(BACKUP, new BackupAdmission())
            .webhookAddress("127.0.0.1:" + FreePort.find())
            .webhookCertificates(folder)
            .metricsAddress("0")
            .probeAddress("127.0.0.1:" + probes)
            .build()
            .started();
    try {
      namespace.apply("Widget", "probed", "{}");
      namespace.awaitReady("Widget", "probed");
      eventually(
          () ->
              assertEquals(
                  List.of(
                      "apiextensions.k8s.io/v1/customresourcedefinitions",
                      BACKUP.toString(),
                      WIDGET.toString(),
                      "v1/namespaces/%s/configmaps".formatted(namespace.name()),
                      "v1/namespaces/%s/secrets".formatted(namespace.name())),
                  manager.silent(Duration.ofNanos(-1)).sorted().toList()));
      assertEquals("200 ok", get(probes, "/healthz"));
      assertEquals("500 the certificate of the webhooks is not valid", get(probes, "/readyz"));

      ServingCertificate.make().mountIn(folder);
      eventually(() -> assertEquals("200 ok", get(probes, "/readyz")));
    } finally {
      manager.stop();
    }
  }

  private static String get(int port, String path) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
      var response = http.send(request, BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    }
  }
}
