package dev.catamaran.release;

/** Helm refused or failed; the message is Helm's own, suitable for a condition. */
public final class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final EngineFailure failure;

  /** Wraps a classified failure. */
  public EngineException(EngineFailure failure) {
    super(failure.message());
    this.failure = failure;
  }

  public EngineFailure failure() {
    return failure;
  }
}
