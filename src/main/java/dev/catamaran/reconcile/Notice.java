package dev.catamaran.reconcile;

import dev.catamaran.kit.EventRecorder;

/** What people are told of an outcome, in an Event and in the log. */
sealed interface Notice {

  /** Told each time. */
  record Always(EventRecorder.Type type, String reason, String text) implements Notice {}

  /** The message of a condition, told when it says something that it did not say before. */
  record OnChange(String condition, String reason) implements Notice {}
}
