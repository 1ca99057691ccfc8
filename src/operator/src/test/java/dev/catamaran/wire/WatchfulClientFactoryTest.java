package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.wire.WatchfulClientFactory.SilenceLimits;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server of this test accepts connections and then sends nothing, like a dead network. */
class WatchfulClientFactoryTest {
  /** The server of a busy machine answers late. */
  private static final SilenceLimits SHORT =
      new SilenceLimits(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(2));

  private final List<ServerSocket> servers = new ArrayList<>();
  private final HttpClient client = client();

  private static HttpClient client() {
    HttpClient.Factory factory = new WatchfulClientFactory(SHORT);
    var once = new ConfigBuilder(Config.empty()).withRequestRetryBackoffLimit(0).build();
    return factory.newBuilder(once).build();
  }

  /** The behaviour of a server after it has read the head of a request. */
  private interface Behaviour {
    void on(Socket connection, String key) throws Exception;
  }

  /** Starts a server for one connection. Returns its address. */
  private String serve(Behaviour behaviour) throws IOException {
    var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    servers.add(server);
    Thread.startVirtualThread(
        () -> {
          try (var connection = server.accept()) {
            var reader =
                new BufferedReader(
                    new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8), 1);
            var key = "";
            for (var line = reader.readLine(); !line.isEmpty(); line = reader.readLine()) {
              if (line.startsWith("Sec-WebSocket-Key: ")) {
                key = line.substring("Sec-WebSocket-Key: ".length());
              }
            }
            behaviour.on(connection, key);
          } catch (Exception e) {
            // The client has closed the connection.
          }
        });
    return "http://127.0.0.1:" + server.getLocalPort() + "/";
  }

  private static void upgrade(Socket connection, String key) throws Exception {
    var accept =
        Base64.getEncoder()
            .encodeToString(
                MessageDigest.getInstance("SHA-1")
                    .digest(
                        (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                            .getBytes(StandardCharsets.US_ASCII)));
    write(
        connection,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: "
            + accept
            + "\r\n\r\n");
  }

  private static void write(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    connection.getOutputStream().flush();
  }

  /** Reads and sends nothing. */
  private static void swallow(Socket connection, String unusedKey) throws IOException {
    connection.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
  }

  /** Answers each ping. The client masks its pings. */
  private static void answerPings(Socket connection, CountDownLatch answered) throws IOException {
    InputStream in = connection.getInputStream();
    while (in.readNBytes(6).length == 6) {
      connection.getOutputStream().write(new byte[] {(byte) 0x8a, 0});
      connection.getOutputStream().flush();
      answered.countDown();
    }
  }

  private CompletableFuture<Throwable> open(String address) throws Exception {
    var end = new CompletableFuture<Throwable>();
    client
        .newWebSocketBuilder()
        .uri(URI.create(address + "watch"))
        .buildAsync(
            new WebSocket.Listener() {
              @Override
              public void onError(WebSocket socket, Throwable error) {
                end.complete(error);
              }
            })
        .get(30, TimeUnit.SECONDS);
    return end;
  }

  private CompletableFuture<HttpResponse<String>> ask(String address) {
    return client.sendAsync(client.newHttpRequestBuilder().uri(address).build(), String.class);
  }

  private static void halfAnswer(Socket connection, String key) throws IOException {
    write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"kind\":");
    swallow(connection, key);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    for (var server : servers) {
      server.close();
    }
  }

  /** All at once: each of them lasts as long as the limits. */
  @Test
  void givesUpWhatIsSilentAndNeitherAnIdleWebSocketNorALogThatIsFollowed() throws Exception {
    var followed = ask(serve(WatchfulClientFactoryTest::halfAnswer) + "log?follow=true");
    var answered = new CountDownLatch(2);
    var idle =
        open(
            serve(
                (connection, key) -> {
                  upgrade(connection, key);
                  answerPings(connection, answered);
                }));
    var noBegin = ask(serve(WatchfulClientFactoryTest::swallow) + "list");
    var noEnd = ask(serve(WatchfulClientFactoryTest::halfAnswer) + "list?watch=true");
    var log = ask(serve(WatchfulClientFactoryTest::halfAnswer) + "log?follow=false");
    var silent =
        open(
            serve(
                (connection, key) -> {
                  upgrade(connection, key);
                  swallow(connection, key);
                }));
    for (var answer : List.of(noBegin, noEnd, log)) {
      var failure = assertThrows(ExecutionException.class, () -> answer.get(30, TimeUnit.SECONDS));
      assertInstanceOf(SocketTimeoutException.class, failure.getCause());
    }
    assertInstanceOf(IOException.class, silent.get(30, TimeUnit.SECONDS));
    assertTrue(answered.await(30, TimeUnit.SECONDS));
    assertFalse(idle.isDone());
    assertFalse(followed.isDone());
  }
}
