package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Writes Kubernetes Events (events.k8s.io/v1), which {@code kubectl describe} and {@code kubectl
 * get events} show. Neither method waits for the API server or throws because of it: what is
 * recorded is written later, equal occurrences as one Event that counts them, and what cannot be
 * written is dropped and counted in the metric {@code catamaran_events_total}.
 *
 * <p>An Event is for people, and gone after an hour. What has to be known belongs into the status.
 */
public interface EventRecorder {

  /** Records that something happened, and when: now. */
  void record(Occurrence occurrence);

  /**
   * Records that something happened to an object, of which nothing else needs to be said.
   *
   * @param regarding usually the primary
   * @param reason one word in CamelCase, such as {@code BackupFailed}
   * @param note for people; cut to 1024 bytes
   */
  default void record(HasMetadata regarding, Type type, String reason, String note) {
    record(Occurrence.of(regarding, type, reason, note));
  }

  /** How an Event is shown. */
  enum Type {
    /** For information. */
    NORMAL("Normal"),
    /** Somebody may have to do something. */
    WARNING("Warning");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** As the API has it. */
    public String text() {
      return text;
    }
  }
}
