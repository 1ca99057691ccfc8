package dev.catamaran.webhook;

/**
 * An object cannot be read or converted as requested; the message is for the user. An author's
 * webhook says the same by an {@link IllegalArgumentException}.
 */
final class RefusedObjectException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  RefusedObjectException(String sentence) {
    super(sentence);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
