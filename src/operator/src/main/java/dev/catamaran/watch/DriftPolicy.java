package dev.catamaran.watch;

/** Reaction to a descendant that differs from the release's manifest. */
public enum DriftPolicy {
  /** Corrects the descendant. */
  CORRECT,
  /** Reports the drift in the status and by an Event. */
  WARN,
  /** Does nothing. */
  IGNORE
}
