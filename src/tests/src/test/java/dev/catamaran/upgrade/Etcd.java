package dev.catamaran.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.testcluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * The store of the API server of hack/cluster. An object that is written there keeps its uid, which
 * the API server never accepts from a client. Owner references, the identity of a primary in its
 * revisions, and their digests depend on uids.
 */
final class Etcd {
  private static final JsonMapper JSON = new JsonMapper();

  /** The places that differ from the plural of the kind. */
  private static final Map<String, String> PLACES = Map.of("Service", "services/specs");

  private final UnixDomainSocketAddress socket;

  private Etcd(UnixDomainSocketAddress socket) {
    this.socket = socket;
  }

  /** The store of the shared cluster. Skips the test if another provider started the cluster. */
  static Etcd shared() {
    var socket = TestCluster.shared().adminKubeconfig().resolveSibling("etcd.sock");
    Assumptions.assumeTrue(
        Files.exists(socket),
        "no access to etcd in this cluster; hack/cluster has it: unset CATAMARAN_TEST_KUBECONFIG CATAMARAN_TEST_CLUSTER");
    return new Etcd(UnixDomainSocketAddress.of(socket));
  }

  /** Stores an object as it is; the API server reads JSON too. */
  void put(JsonNode object) {
    var body =
        JSON.createObjectNode()
            .put("key", base64(key(object)))
            .put("value", base64(object.toString()))
            .toString();
    var answer = post("/v3/kv/put", body);
    if (!answer.startsWith("HTTP/1.1 200")) {
      throw new IllegalStateException("etcd does not store %s: %s".formatted(key(object), answer));
    }
  }

  private static String key(JsonNode object) {
    var kind = object.path("kind").asText();
    var group = object.path("apiVersion").asText().replaceFirst("/?[^/]*$", "");
    var place = PLACES.getOrDefault(kind, kind.toLowerCase(Locale.ROOT) + "s");
    var meta = object.path("metadata");
    var namespace = meta.has("namespace") ? meta.path("namespace").asText() + "/" : "";
    // Only custom resources have their group in the key.
    return "/registry/%s%s/%s%s"
        .formatted(
            group.contains("catamaran.dev") ? group + "/" : "",
            place,
            namespace,
            meta.path("name").asText());
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Java's HTTP client has no Unix sockets. */
  private String post(String path, String body) {
    var request =
        "POST %s HTTP/1.1\r\nHost: etcd\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(path, body.length(), body);
    try (var channel = SocketChannel.open(socket)) {
      var bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
