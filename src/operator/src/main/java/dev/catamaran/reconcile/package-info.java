/**
 * The one reconciler of all chart-backed kinds. A pass determines the desired and the observed
 * state, decides one action, executes it and reports it: {@code desired}, {@code observe}, {@code
 * release}, {@code execute} and {@code report} are its steps.
 */
@NullMarked
package dev.catamaran.reconcile;

import org.jspecify.annotations.NullMarked;
