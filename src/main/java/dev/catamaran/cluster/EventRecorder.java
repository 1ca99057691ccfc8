package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes Kubernetes Events (core/v1). An event that cannot be written is logged and never fails a
 * pass.
 */
public final class EventRecorder {
  private static final Logger log = LoggerFactory.getLogger(EventRecorder.class);

  /**
   * The API server refuses longer notes (k8s.io/kubernetes, pkg/apis/core/validation/events.go).
   */
  private static final int LONGEST_MESSAGE = 1024;

  private final KubernetesClient client;
  private final String component;
  private final Clock clock;

  /** Events will say that {@code component} reported them. */
  public EventRecorder(KubernetesClient client, String component, Clock clock) {
    this.client = client;
    this.component = component;
    this.clock = clock;
  }

  /** What is written. */
  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    Type(String text) {
      this.text = text;
    }
  }

  /**
   * Writes one event about {@code regarding}.
   *
   * @param reason one word in CamelCase
   * @param message cut to 1024 characters
   */
  public void record(HasMetadata regarding, Type type, String reason, String message) {
    var meta = regarding.getMetadata();
    var namespace = meta.getNamespace() == null ? "default" : meta.getNamespace();
    var now = Instant.now(clock).toString();
    var event =
        new EventBuilder()
            .withNewMetadata()
            .withGenerateName(meta.getName() + ".")
            .withNamespace(namespace)
            .endMetadata()
            .withNewInvolvedObject()
            .withApiVersion(regarding.getApiVersion())
            .withKind(regarding.getKind())
            .withNamespace(meta.getNamespace())
            .withName(meta.getName())
            .withUid(meta.getUid())
            .endInvolvedObject()
            .withType(type.text)
            .withReason(reason)
            .withMessage(cut(message))
            .withNewSource()
            .withComponent(component)
            .endSource()
            .withReportingComponent(component)
            .withFirstTimestamp(now)
            .withLastTimestamp(now)
            .withCount(1)
            .build();
    try {
      client.v1().events().inNamespace(namespace).resource(event).create();
    } catch (KubernetesClientException e) {
      log.debug("event {} of {} could not be written: {}", reason, meta.getName(), e.getMessage());
    }
  }

  private static String cut(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE - 1) + "…";
  }
}
