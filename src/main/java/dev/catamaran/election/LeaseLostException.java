package dev.catamaran.election;

/** Another instance may write by now, so this one does not. */
public final class LeaseLostException extends RuntimeException {
  /** The process ends in the same moment. */
  public LeaseLostException() {
    super("the lease is lost: another instance may write, so nothing was sent");
  }
}
