/**
 * The composition root: builds everything once, starts and stops a controller for each watch, and
 * holds what they share, leadership, probes and metrics among it. Nothing is decided about releases
 * here.
 */
@NullMarked
package dev.catamaran.manager;

import org.jspecify.annotations.NullMarked;
