package dev.catamaran.cluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import dev.catamaran.release.ReleaseKey;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server of this test does not answer about {@code slow.dev} until the latch opens. */
class ObstaclesTest {
  private static final String SERVED =
      """
      {"kind": "APIResourceList", "groupVersion": "quick.dev/v1", "resources": [
        {"name": "things", "singularName": "thing", "namespaced": true, "kind": "Thing",
         "verbs": ["get"]}]}""";

  private final CountDownLatch answers = new CountDownLatch(1);
  private final Set<PrimaryKey> freed = ConcurrentHashMap.newKeySet();
  private HttpServer server;
  private KubernetesClient client;

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/apis/slow.dev/v1",
        exchange -> {
          try (exchange) {
            answers.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.createContext(
        "/apis/quick.dev/v1",
        exchange -> {
          try (exchange) {
            var answer = SERVED.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
          }
        });
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withAutoConfigure(false)
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withRequestTimeout(Integer.MAX_VALUE)
                    .build())
            .build();
  }

  @AfterEach
  void close() {
    answers.countDown();
    client.close();
    server.stop(0);
  }

  @Test
  void freesAPrimaryWhileTheServerOfAnotherApiDoesNotAnswer() {
    var obstacles = new Obstacles(client, new ApiResources(client), freed::add);
    var quick = primary("quick");
    obstacles.await(primary("slow"), release("slow"), missing("slow.dev/v1"));
    obstacles.await(quick, release("quick"), missing("quick.dev/v1"));

    Thread.startVirtualThread(obstacles::look);

    eventually(() -> assertEquals(Set.of(quick), freed));
  }

  private static String missing(String apiVersion) {
    return "no matches for kind \"Thing\" in version \"%s\"".formatted(apiVersion);
  }

  private static ReleaseKey release(String name) {
    return new ReleaseKey("default", name);
  }

  private static PrimaryKey primary(String name) {
    return new PrimaryKey("example.com", "Widget", "default", name);
  }
}
