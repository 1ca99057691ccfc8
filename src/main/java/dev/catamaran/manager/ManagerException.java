package dev.catamaran.manager;

/**
 * A manager cannot start or go on; the message says why and what to do, and is all that a person
 * needs to see.
 */
public final class ManagerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message for people. */
  public ManagerException(String message) {
    super(message);
  }
}
