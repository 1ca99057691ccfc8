package dev.catamaran.primary;

import dev.catamaran.status.Reasons;

/** A primary that no release can be made from. Only a change by a person helps. */
public final class InvalidPrimaryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String problem;

  /** Reports an invalid spec. */
  public InvalidPrimaryException(String problem) {
    this(Reasons.INVALID_SPEC, problem);
  }

  public InvalidPrimaryException(String reason, String problem) {
    super(problem);
    this.reason = reason;
    this.problem = problem;
  }

  public String reason() {
    return reason;
  }

  public String problem() {
    return problem;
  }
}
