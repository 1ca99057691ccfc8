/** Calls the extensions of a chart. */
@NullMarked
package dev.catamaran.extension;

import org.jspecify.annotations.NullMarked;
