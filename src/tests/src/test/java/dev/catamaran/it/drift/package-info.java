/** Drift of descendants, and its repair. */
package dev.catamaran.it.drift;
