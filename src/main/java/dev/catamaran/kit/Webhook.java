package dev.catamaran.kit;

/**
 * What the API server asks an operator about its kinds while a request waits: a {@link Validator},
 * a {@link Mutator} or a {@link Converter}. One class may be a validator and a mutator. All are
 * called by several threads at a time, in every replica, whether it leads or not.
 *
 * <p>Each is named under {@code webhooks:} of watches.yaml, or given to {@code
 * Manager.builder().webhook(kind, ...)}, and is about the kind of that entry: its types are the
 * entry's class, or {@code GenericKubernetesResource}, by which a chart-backed kind can have
 * webhooks too.
 */
public sealed interface Webhook permits Validator, Mutator, Converter {}
