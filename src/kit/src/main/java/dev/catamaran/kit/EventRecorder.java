package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Writes Kubernetes Events (events.k8s.io/v1), which {@code kubectl describe} and {@code kubectl
 * get events} show. Neither method waits for the API server or throws because of it. Occurrences
 * are written later, and equal occurrences become one Event with a count. An Event that cannot be
 * written is dropped and counted in the metric {@code catamaran_events_total}.
 *
 * <p>An Event is for people, and is deleted after an hour. Required information belongs into the
 * status.
 */
public interface EventRecorder {

  /** Records an occurrence with the present time. */
  void record(Occurrence occurrence);

  /**
   * Records an occurrence that needs no further details.
   *
   * @param regarding usually the primary
   * @param reason one word in CamelCase, such as {@code BackupFailed}
   * @param note for people; cut to 1024 bytes
   */
  default void record(HasMetadata regarding, Type type, String reason, String note) {
    record(Occurrence.of(regarding, type, reason, note));
  }

  /** Type of an Event. */
  enum Type {
    /** For information. */
    NORMAL("Normal"),
    /** A person may have to act. */
    WARNING("Warning");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** Returns the value in the API. */
    public String text() {
      return text;
    }
  }
}
