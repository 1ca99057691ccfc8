/**
 * The one reconciler of all chart-backed kinds. A pass determines the desired and the observed
 * state, decides one action, executes it and reports it. Each of the five steps is a file.
 */
@NullMarked
package dev.catamaran.reconcile;

import org.jspecify.annotations.NullMarked;
