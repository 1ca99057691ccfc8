/** watches.yaml, selectors, and kinds that are not there. */
package dev.catamaran.it.watches;
