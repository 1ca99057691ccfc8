/**
 * Runs the typed reconcilers of a kind, one or several, as one SDK reconciler with one finalizer.
 * Each has its own event sources, field manager and retries. Authors do not use this package; their
 * API is in {@code kit}.
 */
@NullMarked
package dev.catamaran.composite;

import org.jspecify.annotations.NullMarked;
