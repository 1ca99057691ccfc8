/**
 * The one reconciler of all chart-backed kinds. A pass goes from what is desired over what is
 * observed to one action and its report; each of the five steps is a file.
 */
@NullMarked
package dev.catamaran.reconcile;

import org.jspecify.annotations.NullMarked;
