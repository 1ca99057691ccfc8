package dev.catamaran.reconcile;

import dev.catamaran.status.Reasons;

/** A primary that no release can be made from. Only a change by a person helps. */
final class InvalidPrimaryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String problem;

  /** Reports an invalid spec. */
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
