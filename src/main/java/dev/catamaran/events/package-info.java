/**
 * Kubernetes Events: equal occurrences become one object that counts them, written behind the
 * passes' backs. Which write follows is decided in {@code Series}, without clock and cluster.
 */
@NullMarked
package dev.catamaran.events;

import org.jspecify.annotations.NullMarked;
