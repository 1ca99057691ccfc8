package dev.catamaran.composite;

/** A primary could be read only in part, so no part may run for it. */
final class UnreadablePrimaryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadablePrimaryException(String problem) {
    super(problem);
  }
}
