package dev.catamaran.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.catamaran.fixture.ServingCertificate;
import dev.catamaran.wire.WatchfulClientFactory.SilenceLimits;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The reasons of real failures of the client. */
class NetworkFailureTest {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> connections = new CopyOnWriteArrayList<>();

  NetworkFailureTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    server.close();
    for (var connection : connections) {
      connection.close();
    }
  }

  @Test
  void namesAClosedPort() throws IOException {
    server.close();
    assertEquals("connection refused", reason("http://127.0.0.1:" + server.getLocalPort()));
  }

  @Test
  void namesAnUnknownHost() {
    assertEquals("unknown host", reason("http://no.such.host.invalid"));
  }

  @Test
  void namesAServerThatClosesTheConnection() {
    serve(Socket::close);
    assertEquals(
        "the server closed the connection without an answer",
        reason("http://127.0.0.1:" + server.getLocalPort()));
  }

  @Test
  void namesASilentServer() {
    serve(connections::add);
    assertEquals("no answer in time", reason("http://127.0.0.1:" + server.getLocalPort()));
  }

  @Test
  void namesAServerOfAnUnknownAuthority() throws Exception {
    var own = ServingCertificate.make("127.0.0.1");
    var keys =
        new ConfigBuilder(Config.empty())
            .withClientCertData(own.caBundle())
            .withClientKeyData(Base64.getEncoder().encodeToString(own.key().getBytes(UTF_8)))
            .withClientKeyAlgo("EC")
            .build();
    var https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(SSLUtils.sslContext(keys)));
    https.start();
    try {
      assertEquals(
          "TLS: the certificate authority of its certificate is unknown",
          reason("https://127.0.0.1:" + https.getAddress().getPort()));
    } finally {
      https.stop(0);
    }
  }

  /** What a server does with a connection after it has read the request. */
  private interface Behaviour {
    void on(Socket connection) throws IOException;
  }

  /** Reads the request first: a connection that is closed with unread data is reset. */
  private void serve(Behaviour behaviour) {
    Thread.startVirtualThread(
        () -> {
          try {
            while (true) {
              var connection = server.accept();
              connection.getInputStream().read(new byte[4096]);
              behaviour.on(connection);
            }
          } catch (IOException e) {
            // The test is over.
          }
        });
  }

  private static String reason(String url) {
    var config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(url)
            .withRequestTimeout(500)
            .withRequestRetryBackoffLimit(0)
            .withHttp2Disable(true)
            .build();
    try (var client =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withHttpClientFactory(new WatchfulClientFactory(SilenceLimits.DEFAULT))
            .build()) {
      return NetworkFailure.reason(
          assertThrows(KubernetesClientException.class, client::getKubernetesVersion));
    }
  }
}
