package dev.catamaran.reports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.informer.Pages;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.terminal.Age;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.Event;
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

  RecentEvents(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Returns the newest warnings about an object, the newest last; none without the right to read
   * them.
   *
   * @param secrets are omitted from the messages
   */
  List<ObjectEvent> of(ObjectKey object, SecretTexts secrets) {
    return newest(
        list(object).stream().filter(event -> "Warning".equals(event.getType())).toList(), secrets);
  }

  /** Returns the newest Events about an object, the newest last. */
  List<ObjectEvent> all(ObjectKey object, SecretTexts secrets) {
    return newest(list(object), secrets);
  }

  private List<Event> list(ObjectKey object) {
    var namespace = object.namespace().isEmpty() ? OF_CLUSTER : object.namespace();
    try {
      return Pages.all(
          client
                  .v1()
                  .events()
                  .inNamespace(namespace)
                  .withField("involvedObject.kind", object.kind())
                  .withField("involvedObject.name", object.name())
              ::list);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return List.of();
      }
      throw e;
    }
  }

  private static List<ObjectEvent> newest(List<Event> events, SecretTexts secrets) {
    var newest =
        events.stream()
            .map(event -> event(Limits.mapper().valueToTree(event), secrets))
            .sorted(Comparator.comparing(ObjectEvent::lastSeen))
            .toList();
    return newest.subList(Math.max(0, newest.size() - MOST), newest.size());
  }

  /** Reads an Event of either API: the newer one counts in a series (events.k8s.io/v1). */
  private static ObjectEvent event(JsonNode event, SecretTexts secrets) {
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
