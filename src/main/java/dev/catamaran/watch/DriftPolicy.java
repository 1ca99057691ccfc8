package dev.catamaran.watch;

/** What happens when a descendant differs from the release's manifest. */
public enum DriftPolicy {
  /** It is set right. */
  CORRECT,
  /** It is told in the status and by an Event. */
  WARN,
  /** Nothing. */
  IGNORE
}
