package dev.catamaran.typed;

/** No part can be asked about a primary of which only a part could be read. */
final class UnreadablePrimaryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadablePrimaryException(String problem) {
    super(problem);
  }
}
