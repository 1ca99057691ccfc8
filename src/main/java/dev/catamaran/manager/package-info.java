/**
 * The composition root. Builds everything once, and starts and stops one controller for each watch.
 * Holds what the controllers share, including leadership, probes and metrics. Makes no decision
 * about releases.
 */
@NullMarked
package dev.catamaran.manager;

import org.jspecify.annotations.NullMarked;
