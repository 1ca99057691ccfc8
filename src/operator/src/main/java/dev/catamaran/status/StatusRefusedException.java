package dev.catamaran.status;

/** The API server refuses the status of a primary, and nothing may be done that it must report. */
public final class StatusRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception with a sentence for people. */
  StatusRefusedException(String message) {
    super(message);
  }
}
