package dev.catamaran.server;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.ServingCertificate;
import dev.catamaran.options.BindAddress;
import dev.catamaran.options.MetricsEndpoint;
import dev.catamaran.options.MetricsEndpoint.Tls;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveCertificateTest {
  private final ServingCertificate first = ServingCertificate.make();
  private final Path folder;

  LiveCertificateTest(@TempDir Path folder) {
    this.folder = folder;
    first.mountIn(folder);
  }

  @Test
  void metricsSwitchToARenewedCertificate() throws Exception {
    var address = new BindAddress("127.0.0.1", FreePort.find());
    var endpoint =
        new MetricsEndpoint(
            address, Optional.of(new Tls(Optional.of(folder), /* requireRbac= */ false)));
    try (var server = new ManagementServer()) {
      server.serveMetrics(endpoint, () -> "scraped", token -> Admission.FORBIDDEN);
      assertEquals("scraped", scrape(address, first));

      var renewed = ServingCertificate.make();
      renewed.mountIn(folder);

      eventually(() -> assertDoesNotThrow(() -> scrape(address, renewed)));
      assertThrows(SSLHandshakeException.class, () -> scrape(address, first));
    }
  }

  @Test
  void knowsWhenItExpires() {
    try (var certificate = new LiveCertificate(folder, "--cert")) {
      assertTrue(certificate.isValid(Instant.now()));
      assertFalse(certificate.isValid(Instant.now().plus(Duration.ofHours(2))));
    }
  }

  /** The response to a client that trusts only this certificate. */
  private static String scrape(BindAddress address, ServingCertificate trusted) throws Exception {
    var uri = URI.create("https://127.0.0.1:%d/metrics".formatted(address.port()));
    try (var client = HttpClient.newBuilder().sslContext(trusting(trusted)).build()) {
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }
  }

  private static SSLContext trusting(ServingCertificate trusted) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    var pem = new ByteArrayInputStream(trusted.certificate().getBytes(StandardCharsets.UTF_8));
    store.setCertificateEntry(
        "trusted", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
