/**
 * Kubernetes Events: equal occurrences become one object with a count. A separate thread writes
 * them outside of the passes. {@code Series} decides the next write, without clock and cluster.
 */
@NullMarked
package dev.catamaran.events;

import org.jspecify.annotations.NullMarked;
