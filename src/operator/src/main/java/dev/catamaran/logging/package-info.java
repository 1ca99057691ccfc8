/**
 * Writes the log of the operator with logback, without secrets. Only this package needs logback.
 */
@NullMarked
package dev.catamaran.logging;

import org.jspecify.annotations.NullMarked;
