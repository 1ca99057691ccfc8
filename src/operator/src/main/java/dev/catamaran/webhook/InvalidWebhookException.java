package dev.catamaran.webhook;

/** A webhook does not match the kind in its declaration. */
public final class InvalidWebhookException extends RuntimeException {
  private static final long serialVersionUID = 1;

  InvalidWebhookException(String message) {
    super(message);
  }
}
