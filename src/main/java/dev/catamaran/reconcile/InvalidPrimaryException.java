package dev.catamaran.reconcile;

/** A primary asks for something that no release can be made of; only a change by a person helps. */
final class InvalidPrimaryException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidPrimaryException(String message) {
    super(message);
  }
}
