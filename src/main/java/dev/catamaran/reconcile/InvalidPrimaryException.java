package dev.catamaran.reconcile;

import dev.catamaran.status.Reasons;

/** A primary asks for something that no release can be made of; only a change by a person helps. */
final class InvalidPrimaryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String problem;

  /** A spec that asks for it. */
  InvalidPrimaryException(String problem) {
    this(Reasons.INVALID_SPEC, problem);
  }

  InvalidPrimaryException(String reason, String problem) {
    super(problem);
    this.reason = reason;
    this.problem = problem;
  }

  String reason() {
    return reason;
  }

  String problem() {
    return problem;
  }
}
