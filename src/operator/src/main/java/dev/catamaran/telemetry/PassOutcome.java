package dev.catamaran.telemetry;

/** The outcome of a pass. */
public enum PassOutcome {
  /** All work is done. */
  SUCCESS,

  /** The work could not be done yet, which is no failure; the next pass follows soon. */
  RETRY,

  /** The work failed, and is retried after a growing delay. */
  FAILURE,

  /** No retry until a person changes something. */
  STALLED
}
