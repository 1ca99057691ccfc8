package dev.catamaran.release;

/** Revisions of a release are stored, and not one of them can be read. */
public final class UnreadableReleaseException extends RuntimeException {
  /** Says what is wrong with which Secret. */
  public UnreadableReleaseException(String message) {
    super(message);
  }
}
