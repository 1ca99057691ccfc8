package dev.catamaran.report;

import dev.catamaran.kit.EventRecorder;

/** Report of an outcome, as an Event and a log line. */
sealed interface Notice {

  /** Reported each time. */
  record Always(EventRecorder.Type type, String reason, String text) implements Notice {}

  /** The message of a condition, reported only if it differs from the previous one. */
  record OnChange(String condition, String reason) implements Notice {}
}
