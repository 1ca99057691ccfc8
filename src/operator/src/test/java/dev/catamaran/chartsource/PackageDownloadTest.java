package dev.catamaran.chartsource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.catamaran.chart.ChartUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PackageDownloadTest {
  private static final byte[] MEBIBYTE = new byte[1 << 20];

  private final HttpServer server;

  PackageDownloadTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/small.tgz", exchange -> send(exchange, 200, 1));
    server.createContext("/large.tgz", exchange -> send(exchange, 200, 101));
    server.createContext("/missing.tgz", exchange -> send(exchange, 404, 0));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void returnsAPackage() throws ChartUnavailableException {
    assertArrayEquals(MEBIBYTE, PackageDownload.of(address("small.tgz"), true));
  }

  @Test
  void refusesAPackageThatExceedsTheLimit() {
    var problem = problem("large.tgz", true);
    assertTrue(problem.contains("it sends more than 100 MiB"), problem);
  }

  @Test
  void reportsAnotherStatus() {
    assertEquals(address("missing.tgz") + " answers with status 404", problem("missing.tgz", true));
  }

  @Test
  void refusesPlainHttpUnlessItIsAllowed() {
    var problem = problem("small.tgz", false);
    assertTrue(problem.startsWith(address("small.tgz") + " has http"), problem);
  }

  private String problem(String file, boolean plainHttp) {
    return assertThrows(
            ChartUnavailableException.class, () -> PackageDownload.of(address(file), plainHttp))
        .problem();
  }

  private URI address(String file) {
    return URI.create(
        "http://%s:%d/%s"
            .formatted(
                server.getAddress().getAddress().getHostAddress(),
                server.getAddress().getPort(),
                file));
  }

  /** Sends as many mebibytes, without their number before them. */
  private static void send(HttpExchange exchange, int status, int mebibytes) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(status, 0);
      for (int i = 0; i < mebibytes; i++) {
        exchange.getResponseBody().write(MEBIBYTE);
      }
    }
  }
}
