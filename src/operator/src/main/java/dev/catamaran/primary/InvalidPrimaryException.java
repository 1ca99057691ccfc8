package dev.catamaran.primary;

import dev.catamaran.status.Reasons;

/** A primary that no release can be made from. Only a change by a person helps. */
public final class InvalidPrimaryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String problem;
  private final boolean isOfStored;

  /** Reports an invalid spec. */
  public InvalidPrimaryException(String problem) {
    this(Reasons.INVALID_SPEC, problem);
  }

  public InvalidPrimaryException(String reason, String problem) {
    this(reason, problem, false);
  }

  private InvalidPrimaryException(String reason, String problem, boolean isOfStored) {
    super(problem);
    this.reason = reason;
    this.problem = problem;
    this.isOfStored = isOfStored;
  }

  /** Reports a stored revision that is not allowed any more. */
  public static InvalidPrimaryException ofStored(String problem) {
    return new InvalidPrimaryException(Reasons.NOT_ALLOWED, problem, true);
  }

  public String reason() {
    return reason;
  }

  public String problem() {
    return problem;
  }

  /** Whether the stored revision is the problem, so that nothing of it may be repaired. */
  public boolean isOfStored() {
    return isOfStored;
  }
}
