package dev.catamaran.watch;

import dev.catamaran.kit.Webhook;

/** Origin of a kind's webhook. */
public sealed interface WebhookSource {
  /** A class with a public constructor like that of a reconciler; the name is fully qualified. */
  record Named(String className) implements WebhookSource {}

  /** A webhook that a program made itself. */
  record Given(Webhook webhook) implements WebhookSource {}
}
