package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import dev.catamaran.ui.PageServer.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageServerTest {
  private final PageServer server =
      PageServer.start(
          0, request -> Answer.html(200, "<p>page of %s</p>".formatted(request.path())));
  private final URI url = URI.create(server.url());
  private final String host = "127.0.0.1:" + url.getPort();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void showsPagesToWhoHasTheToken() throws IOException {
    var welcome = send("GET /?" + url.getQuery(), host, "");
    assertTrue(welcome.startsWith("HTTP/1.1 303 "), welcome);
    var cookie =
        welcome
            .lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("set-cookie: "))
            .findFirst();

    var page =
        send("GET /releases?a=%3C", host, cookie.orElseThrow().substring("set-cookie: ".length()));

    assertTrue(page.startsWith("HTTP/1.1 200 "), page);
    assertTrue(page.endsWith("<p>page of [releases]</p>"), page);
    for (var header : Answer.ALWAYS.entrySet()) {
      assertTrue(
          page.lines()
              .anyMatch(line -> line.equalsIgnoreCase(header.getKey() + ": " + header.getValue())),
          header.getKey());
    }
  }

  @Test
  void showsNothingToOthers() throws IOException {
    assertTrue(send("GET /", host, "").startsWith("HTTP/1.1 403 "));
    assertTrue(send("GET /?" + url.getQuery(), "evil.example", "").startsWith("HTTP/1.1 421 "));
    assertTrue(send("GET /%zz", host, "").startsWith("HTTP/1.1 400 "));
    assertFalse(send("HEAD /", host, "").contains("catamaran ui"));
  }

  @Test
  void listensOnTheLoopbackInterfaceAloneAndSaysIfThePortIsTaken() {
    assertEquals("127.0.0.1", url.getHost());
    var failure =
        assertThrows(
            ManagerException.class,
            () -> PageServer.start(url.getPort(), request -> Answer.text(200, "")));
    assertEquals(
        "port %d of 127.0.0.1 cannot be used: Address already in use; write another --port"
            .formatted(url.getPort()),
        failure.getMessage());
  }

  /** The client of the JDK does not send another Host. */
  private String send(String request, String toHost, String cookie) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
      var text =
          "%s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nConnection: close\r\n\r\n"
              .formatted(request, toHost, cookie);
      socket.getOutputStream().write(text.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}
