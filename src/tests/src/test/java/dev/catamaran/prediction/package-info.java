/**
 * A table of changes to charts and their releases, for the comparison of a prediction with what the
 * operator then does.
 */
@NullMarked
package dev.catamaran.prediction;

import org.jspecify.annotations.NullMarked;
