package dev.catamaran.webhook;

/** A webhook does not fit the kind that it is declared for. */
public final class InvalidWebhookException extends RuntimeException {
  private static final long serialVersionUID = 1;

  InvalidWebhookException(String message) {
    super(message);
  }
}
