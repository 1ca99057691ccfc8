package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.fixture.TestServer;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class WriteGuardTest {
  @Test
  void sendsNoWriteOnceTheHoldIsOver() throws Exception {
    var hold = Hold.begin();
    var seen = new CopyOnWriteArrayList<String>();
    try (var server = new TestServer();
        var client =
            server.client(http -> http.addOrReplaceInterceptor("guard", new WriteGuard(hold)))) {
      server.on(
          "/",
          exchange -> {
            seen.add(exchange.getRequestMethod());
            TestServer.send(
                exchange,
                200,
                """
                {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "a"}}""");
          });
      write(client);
      assertEquals(List.of("POST"), seen, "before an election");

      hold.lose();

      assertThrows(RuntimeException.class, () -> write(client));
      var unused = client.configMaps().inNamespace("shop").withName("a").get();
      assertEquals(List.of("POST", "GET"), seen);
    }
  }

  private static void write(KubernetesClient client) {
    var map = new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build();
    client.configMaps().inNamespace("shop").resource(map).create();
  }
}
