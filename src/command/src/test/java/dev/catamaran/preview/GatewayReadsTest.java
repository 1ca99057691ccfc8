package dev.catamaran.preview;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.catamaran.loopback.Answer;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.loopback.LoopbackServer.Call;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GatewayReadsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String LIST = "/api/v1/namespaces/shop/configmaps";

  /** A server with two objects, in two pages. */
  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean isLast = exchange.getRequestURI().getQuery().contains("continue=x");
      var page =
          "{\"kind\": \"ConfigMapList\", \"metadata\": {%s}, \"items\": [{\"metadata\": {\"name\": \"%s\", \"namespace\": \"shop\"}}]}"
              .formatted(isLast ? "" : "\"continue\": \"x\"", isLast ? "two" : "one")
              .getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", Answer.JSON);
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
    }
  }

  @Test
  void addsWhatWasMadeToOnePageOfAList() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", GatewayReadsTest::answer);
    server.start();
    var config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      var objects = new KeptObjects();
      var made = (ObjectNode) JSON.readTree("{\"metadata\": {\"name\": \"made\"}}");
      objects.put(ApiPath.of(LIST + "/made").orElseThrow(), Optional.empty(), Optional.of(made));
      var reads = new GatewayReads(new RealServer(client), objects);
      assertEquals(List.of("one"), names(reads, "limit=1"));
      assertEquals(List.of("two", "made"), names(reads, "limit=1&continue=x"));
    } finally {
      server.stop(0);
    }
  }

  private static List<String> names(GatewayReads reads, String query) throws IOException {
    var call = new Call("GET", LIST, LIST + "?" + query, Answer.JSON, "", "", new byte[0]);
    var answer = (Answer.Whole) reads.answer(call, ApiPath.of(LIST).orElseThrow());
    return JSON.readTree(answer.body())
        .path("items")
        .valueStream()
        .map((JsonNode item) -> item.at("/metadata/name").asText())
        .toList();
  }
}
