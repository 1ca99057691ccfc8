package dev.catamaran.reports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.informer.Pages;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.terminal.Age;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Table.Cell;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An Event of an object.
 *
 * @param lastSeen RFC 3339; may be empty
 */
public record ObjectEvent(String type, String reason, String message, String lastSeen, int count) {
  private static final int MOST = 5;

  /** The API server puts Events of cluster-scoped objects there. */
  private static final String OF_CLUSTER = "default";

  /**
   * Returns the newest Events about an object, the newest last; none without the right to read
   * them.
   *
   * @param secrets are omitted from the messages
   */
  static List<ObjectEvent> about(
      ObjectKey object, KubernetesClient client, Predicate<Event> which, SecretTexts secrets) {
    var newest = all(object, client, which, secrets);
    return newest.subList(Math.max(0, newest.size() - MOST), newest.size());
  }

  static List<ObjectEvent> all(
      ObjectKey object, KubernetesClient client, Predicate<Event> which, SecretTexts secrets) {
    return list(object, client).stream()
        .filter(which)
        .map(event -> of(Limits.mapper().valueToTree(event), secrets))
        .sorted(Comparator.comparing(ObjectEvent::lastSeen))
        .toList();
  }

  private static List<Event> list(ObjectKey object, KubernetesClient client) {
    try {
      return Pages.all(
          client
                  .v1()
                  .events()
                  .inNamespace(object.namespace().isEmpty() ? OF_CLUSTER : object.namespace())
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

  /** Reads an Event of either API: the newer one counts in a series (events.k8s.io/v1). */
  private static ObjectEvent of(JsonNode event, SecretTexts secrets) {
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

  List<Cell> cells(Clock clock, String... more) {
    var told = message + (count > 1 ? " (%d times)".formatted(count) : "");
    return Stream.concat(
            Stream.of(
                new Cell(Age.since(lastSeen, clock), Ink.FAINT),
                new Cell(type, type.equals("Normal") ? Ink.PLAIN : Ink.BUSY),
                Cell.of(reason),
                Cell.of(told)),
            Stream.of(more).map(Cell::of))
        .toList();
  }
}
