package dev.catamaran.status;

/** A primary is not there any more, although its finalizer was to hold it. */
public final class PrimaryGoneException extends RuntimeException {
  private static final long serialVersionUID = 1;

  PrimaryGoneException(String primary) {
    super(primary + " is gone");
  }
}
