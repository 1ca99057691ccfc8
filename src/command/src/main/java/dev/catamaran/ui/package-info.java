/**
 * Shows releases and rollouts as pages in a browser, from a person's own kubeconfig. Reads by the
 * same classes as the commands. Changes nothing.
 */
@NullMarked
package dev.catamaran.ui;

import org.jspecify.annotations.NullMarked;
