package dev.catamaran.telemetry;

/** How a pass ended. */
public enum PassOutcome {
  /** All there was to do is done. */
  SUCCESS,

  /** It could not be done yet, which is no failure; the primary is looked at again soon. */
  RETRY,

  /** It was tried and failed, and is tried again after a growing delay. */
  FAILURE,

  /** Nothing is tried until a person changes something. */
  STALLED
}
