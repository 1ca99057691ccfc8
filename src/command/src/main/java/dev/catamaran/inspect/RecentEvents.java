package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads the newest Events of objects. */
final class RecentEvents {
  private static final int MOST = 5;

  /** The API server puts Events of cluster-scoped objects there. */
  private static final String OF_CLUSTER = "default";

  private final KubernetesClient client;
  private final SecretTexts secrets;

  /** Omits {@code secrets} from the messages. */
  RecentEvents(KubernetesClient client, SecretTexts secrets) {
    this.client = client;
    this.secrets = secrets;
  }

  /**
   * Returns the newest Events of an object, the newest last; none without the right to read them.
   */
  List<ObjectEvent> of(ObjectKey object) {
    var events = client.v1().events();
    var namespace = object.namespace().isEmpty() ? OF_CLUSTER : object.namespace();
    try {
      var newest =
          events
              .inNamespace(namespace)
              .withField("involvedObject.kind", object.kind())
              .withField("involvedObject.name", object.name())
              .list()
              .getItems()
              .stream()
              .map(event -> event(Limits.mapper().valueToTree(event)))
              .sorted(Comparator.comparing(ObjectEvent::lastSeen))
              .toList();
      return newest.subList(Math.max(0, newest.size() - MOST), newest.size());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return List.of();
      }
      throw e;
    }
  }

  /** Reads an Event of either API: the newer one counts in a series (events.k8s.io/v1). */
  private ObjectEvent event(JsonNode event) {
    var series = event.path("series");
    int count = Math.max(event.path("count").asInt(0), series.path("count").asInt(0));
    return new ObjectEvent(
        event.path("type").asText(""),
        event.path("reason").asText(""),
        secrets.hide(event.path("message").asText("")),
        lastSeen(event),
        Math.max(1, count));
  }

  private static String lastSeen(JsonNode event) {
    return Stream.of(
            event.path("series").path("lastObservedTime"),
            event.path("lastTimestamp"),
            event.path("eventTime"),
            event.path("metadata").path("creationTimestamp"))
        .map(time -> time.asText(""))
        .filter(text -> Age.instant(text).isPresent())
        .findFirst()
        .orElse("");
  }
}
