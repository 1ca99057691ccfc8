package dev.catamaran.api;

/**
 * Failure of a manager to start or continue. The message has the reason and the remedy, and is all
 * that a person needs to see.
 */
public final class ManagerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with a message for people. */
  public ManagerException(String message) {
    super(message);
  }
}
