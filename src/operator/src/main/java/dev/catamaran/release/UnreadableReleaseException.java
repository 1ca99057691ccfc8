package dev.catamaran.release;

/** Revisions of a release are stored, and none of them can be read. */
public final class UnreadableReleaseException extends RuntimeException {
  /** Names the Secret and the problem. */
  public UnreadableReleaseException(String message) {
    super(message);
  }
}
