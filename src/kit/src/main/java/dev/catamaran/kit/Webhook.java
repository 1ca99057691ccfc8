package dev.catamaran.kit;

/**
 * A request of the API server to an operator about its kinds while another request waits: a {@link
 * Validator}, a {@link Mutator} or a {@link Converter}. One class may be a validator and a mutator.
 * Several threads call it at a time, in every replica, whether that leads or not.
 *
 * <p>Each is named under {@code webhooks:} of watches.yaml, or given to {@code
 * Manager.builder().webhook(kind, ...)}, and applies to the kind of that entry. Its types are the
 * entry's class, or {@code GenericKubernetesResource}. So a chart-backed kind can have webhooks
 * too.
 */
public sealed interface Webhook permits Validator, Mutator, Converter {}
