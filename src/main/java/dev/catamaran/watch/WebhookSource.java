package dev.catamaran.watch;

import dev.catamaran.kit.Webhook;

/** Where a webhook of a kind comes from. */
public sealed interface WebhookSource {
  /** A class with a public constructor as a reconciler has it; the name is fully qualified. */
  record Named(String className) implements WebhookSource {}

  /** One that a program made itself. */
  record Given(Webhook webhook) implements WebhookSource {}
}
