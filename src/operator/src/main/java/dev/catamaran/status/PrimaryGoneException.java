package dev.catamaran.status;

/** A primary no longer exists, although its finalizer should prevent that. */
public final class PrimaryGoneException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception for a primary of that name. */
  public PrimaryGoneException(String primary) {
    super(primary + " is gone");
  }
}
