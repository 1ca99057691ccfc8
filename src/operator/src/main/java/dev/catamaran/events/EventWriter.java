package dev.catamaran.events;

import dev.catamaran.events.SeriesMemory.Unwritten;
import dev.catamaran.kit.Occurrence;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.api.model.events.v1.EventSeries;
import io.fabric8.kubernetes.api.model.events.v1.EventSeriesBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Creates and patches Event objects. */
final class EventWriter {
  private static final Logger log = LoggerFactory.getLogger(EventWriter.class);
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY_REQUESTS = 429;

  /** The API server accepts exactly six digits after the seconds. */
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private static final int LONGEST_CONTROLLER = 63;
  private static final int LONGEST_INSTANCE = 128;

  private final KubernetesClient client;
  private final String controller;
  private final String instance;
  private final AtomicBoolean toldRefusal = new AtomicBoolean();

  /** The outcome of a write. */
  enum Outcome {
    /** The API server has stored it. */
    WRITTEN,
    /** The object no longer exists. */
    GONE,
    /** The API server refuses it, so it is dropped. */
    REFUSED,
    /** The API server could not answer, but may later. */
    UNANSWERED
  }

  /**
   * Creates a writer for an instance of an operator.
   *
   * @param operator its name; cut to the API server's limit
   * @param host of the instance
   */
  EventWriter(KubernetesClient client, String operator, String host) {
    this.client = client;
    this.controller = cut(operator, LONGEST_CONTROLLER);
    this.instance = cut(operator + "-" + host, LONGEST_INSTANCE);
  }

  private static String cut(String name, int longest) {
    return name.length() <= longest
        ? name
        : name.substring(0, longest).replaceAll("[^A-Za-z0-9]+$", "");
  }

  Outcome write(Unwritten write) {
    var event = event(write.what(), write.series());
    try {
      if (write.series().isWithoutObject()) {
        resource(event).create();
      } else {
        resource(event)
            .patch(
                PatchContext.of(PatchType.JSON_MERGE),
                Serialization.asJson(Map.of("series", event.getSeries())));
      }
      return Outcome.WRITTEN;
    } catch (KubernetesClientException e) {
      return failed(write, e);
    }
  }

  private Outcome failed(Unwritten write, KubernetesClientException failure) {
    var outcome = outcome(write.series().isWithoutObject(), failure.getCode());
    tell(write, outcome, failure);
    return outcome;
  }

  private static Outcome outcome(boolean isFirst, int code) {
    if (isFirst && code == CONFLICT) {
      // The response to an earlier attempt was lost.
      return Outcome.WRITTEN;
    }
    if (!isFirst && code == NOT_FOUND) {
      return Outcome.GONE;
    }
    return code >= 400 && code < 500 && code != TOO_MANY_REQUESTS
        ? Outcome.REFUSED
        : Outcome.UNANSWERED;
  }

  /**
   * Logs a failed write. The first refusal, such as a missing right, is a warning. A refusal in a
   * terminating namespace is not: no person can avoid it.
   */
  private void tell(Unwritten write, Outcome outcome, KubernetesClientException failure) {
    boolean isNews =
        outcome == Outcome.REFUSED
            && !isOfDyingNamespace(failure)
            && toldRefusal.compareAndSet(false, true);
    log.atLevel(isNews ? Level.WARN : Level.DEBUG)
        .log(
            "The event {} of {} {} is {}: {}",
            write.what().reason(),
            write.what().regarding().getKind(),
            write.what().regarding().getName(),
            outcome == Outcome.REFUSED
                ? "dropped, as the API server refuses it"
                : outcome.name().toLowerCase(Locale.ROOT),
            failure.getMessage());
  }

  private static boolean isOfDyingNamespace(KubernetesClientException failure) {
    return failure.getCode() == NOT_FOUND
        || Optional.ofNullable(failure.getStatus())
            .map(Status::getDetails)
            .map(StatusDetails::getCauses)
            .stream()
            .flatMap(List::stream)
            .anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason()));
  }

  private Resource<Event> resource(Event event) {
    return client
        .events()
        .v1()
        .events()
        .inNamespace(event.getMetadata().getNamespace())
        .resource(event);
  }

  /** kubectl looks in that one for Events about objects without a namespace. */
  static String namespaceOf(Occurrence what) {
    return Optional.ofNullable(what.regarding().getNamespace()).orElse("default");
  }

  private Event event(Occurrence what, Series series) {
    return new EventBuilder()
        .withNewMetadata()
        .withName(series.name())
        .withNamespace(namespaceOf(what))
        .endMetadata()
        .withEventTime(time(series.since()))
        .withReportingController(controller)
        .withReportingInstance(instance)
        .withRegarding(what.regarding())
        .withRelated(what.related().orElse(null))
        .withType(what.type().text())
        .withReason(what.reason())
        .withAction(what.action())
        .withNote(what.note())
        .withSeries(series.count() < 2 ? null : counted(series))
        .build();
  }

  private static EventSeries counted(Series series) {
    return new EventSeriesBuilder()
        .withCount(series.count())
        .withLastObservedTime(time(series.last()))
        .build();
  }

  private static MicroTime time(Instant instant) {
    return new MicroTime(MICRO_TIME.format(instant));
  }
}
