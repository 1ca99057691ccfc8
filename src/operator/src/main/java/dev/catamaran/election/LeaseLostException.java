package dev.catamaran.election;

/** Another instance may write already, so this one does not. */
public final class LeaseLostException extends RuntimeException {
  /** Creates the exception; the process ends at the same moment. */
  public LeaseLostException() {
    super("the lease is lost: another instance may write, so nothing was sent");
  }
}
