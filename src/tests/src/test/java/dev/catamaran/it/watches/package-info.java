/** watches.yaml, selectors, and missing kinds. */
package dev.catamaran.it.watches;
