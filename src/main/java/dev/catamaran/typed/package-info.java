/**
 * Runs the typed reconcilers of a kind, one or several, as one reconciler of the SDK's with one
 * finalizer: each with its own event sources, field manager and retries. Authors see nothing of it;
 * what they have is in {@code kit}.
 */
@NullMarked
package dev.catamaran.typed;

import org.jspecify.annotations.NullMarked;
