package dev.catamaran.webhook;

/** An object cannot be had as it is asked for; the message is for the person who asked. */
final class RefusedObjectException extends Exception {
  private static final long serialVersionUID = 1;

  RefusedObjectException(String sentence) {
    super(sentence);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
